// A guard is one bit.
// error: E0120 13:2
// error: E0120 14:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	@%r0 mov.u32 %r1, 1;
	@!%r0 bra L;
	L:
	ret;
}
