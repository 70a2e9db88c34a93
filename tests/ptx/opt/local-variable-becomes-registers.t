// mode: opt
// options: --check-optimizer
// A variable that is only accessed by name needs no memory; its address went through cvta.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	.local .align 8 .b8 v[16];
	mov.u64 %rd1, v;
	cvta.local.u64 %rd2, %rd1;
	add.s64 %rd3, %rd2, 8;
	ld.param.u32 %r1, [n];
	st.u32 [%rd2], %r1;
	add.s32 %r2, %r1, 1;
	st.u32 [%rd3], %r2;
	ld.local.u32 %r3, [v+8];
	ld.u32 %r4, [%rd2];
	mul.lo.s32 %r5, %r3, %r4;
	ld.param.u64 %rd4, [p];
	st.u32 [%rd4], %r5;
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
	.reg .b32 %r<4>;
	.reg .b64 %rd<2>;
	ld.param.u32 %r1, [n];
	add.s32 %r2, %r1, 1;
	mul.lo.s32 %r3, %r1, %r2;
	ld.param.u64 %rd1, [p];
	st.u32 [%rd1], %r3;
	ret;
}

