// mode: opt
// options: --check-optimizer
// Only what is accessed by constant offsets is taken apart.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	.local .align 4 .b8 v[64];
	ld.param.u32 %r1, [n];
	mul.wide.u32 %rd1, %r1, 4;
	mov.u64 %rd2, v;
	add.s64 %rd3, %rd2, %rd1;
	st.local.u32 [%rd3], 1;
	ld.local.u32 %r2, [v+4];
	ld.param.u64 %rd4, [p];
	st.u32 [%rd4], %r2;
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
	.reg .b32 %r<3>;
	.reg .b64 %rd<5>;
	.local .align 4 .b8 v[64];
	ld.param.u32 %r1, [n];
	mul.wide.u32 %rd1, %r1, 4;
	mov.u64 %rd2, v;
	add.s64 %rd3, %rd1, %rd2;
	st.local.u32 [%rd3], 1;
	ld.local.u32 %r2, [v+4];
	ld.param.u64 %rd4, [p];
	st.u32 [%rd4], %r2;
	ret;
}

