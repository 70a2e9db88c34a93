// mode: opt
// options: --check-optimizer
// By the rules of the tables, conversions and wrapping included.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	mov.u32 %r1, 0xfffffff0;
	add.s32 %r2, %r1, 32;
	shl.b32 %r3, %r2, 27;
	cvt.rn.f32.s32 %f1, %r3;
	mul.f32 %f2, %f1, 0f40000000;
	st.global.f32 [%rd1], %f2;
	div.s32 %r4, -7, 2;
	st.global.u32 [%rd1+4], %r4;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u32 n
)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	st.global.f32 [%rd1], 0fCF800000;
	st.global.u32 [%rd1+4], 4294967293;
	ret;
}

