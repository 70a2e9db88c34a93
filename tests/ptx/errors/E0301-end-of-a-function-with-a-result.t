// The end is reached without ret: a warning.
// warning: E0301 11:1
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f()
{
	.reg .b32 %r<2>;
	mov.u32 %r0, 1;
	st.param.b32 [r], %r0;
}
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
