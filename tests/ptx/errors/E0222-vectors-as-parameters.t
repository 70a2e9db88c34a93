// A vector is passed for a vector of as many elements of that size, and has no predicates.
// error: E0213 9:18
// error: E0222 19:2
// error: E0222 20:2
// error: E0222 21:2
// error: E0222 22:2
.version 8.0
.target sm_90
.func p(.reg .v2 .pred i);
.func f(.reg .v2 .u32 i)
{
	ret;
}
.entry k()
{
	.reg .v4 .u32 x;
	.reg .v2 .u16 h;
	.reg .b64 d;
	call f, (x.x);
	call f, (x);
	call f, (h);
	call f, (d);
	ret;
}
