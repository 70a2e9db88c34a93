// A comment that does not end swallows the rest, and only that is reported.
// error: E0003 9:2
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	/* mov.u32 %r1, 2;
	ret;
}
