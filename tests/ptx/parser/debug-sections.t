// Sections hold bytes, words, and differences of labels.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
Lbegin:
	ret;
Lend:
}
.section .debug_info
{
	.b32 12
	.b8 1, 2, 3
	.b64 .debug_abbrev
	.b32 .debug_abbrev+4
}
.section .debug_abbrev
{
	.b8 0
}
