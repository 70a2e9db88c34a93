// A file is not lost for an unknown instruction.
// warning: E0108 13:7
// warning: E0108 14:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	@%p0 frobnicate.u32 %r0, [%d0+4], {%r1, 2}, 0f3F800000;
	addd.u32 %r0, %r1, %r2;
	ret;
}
