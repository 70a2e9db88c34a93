// A backslash in a string is a character like any other: there are no escapes.
.version 8.0
.target sm_90
.address_size 64
.file 1 "C:\INCLUDE\x.h"
.file 2 "C:\new\t\"
.file 3 "a\qb.cu", 1700000000, 12
.pragma "nounroll\n";
.entry k()
{
	.loc 1 7 1
	ret;
}
