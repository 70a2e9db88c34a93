// A missing semicolon is reported where it belongs, not in the next line.
// error: E0101 9:22
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	add.s32 %r1, %r2, %r3
	add.s32 %r1, %r2, %r3;
	ret;
}
