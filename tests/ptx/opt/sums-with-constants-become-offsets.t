// mode: opt
// options: --check-optimizer
// Address arithmetic with constants goes into the brackets.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	add.s64 %rd3, %rd2, 16;
	add.s64 %rd4, %rd3, 8;
	mov.u32 %r1, 7;
	st.global.u32 [%rd4+4], %r1;
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
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	st.global.u32 [%rd2+28], 7;
	ret;
}

