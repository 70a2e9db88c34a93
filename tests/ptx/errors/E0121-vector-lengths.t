// As many elements as the modifier says; parts that add up.
// error: E0121 13:19
// error: E0121 14:15
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ld.global.v2.u32 {%r0, %r1, %r2}, [%d0];
	mov.b64 %d0, {%r0, %r1, %r2};
	ret;
}
