// mode: opt
// options: --check-optimizer
// Four rounds without a branch; the index is a constant in each.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	mov.u32 %r2, 0;
HEAD:
	setp.ge.s32 %p1, %r2, 4;
	@%p1 bra OUT;
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.u32 [%rd3], %r2;
	add.s32 %r2, %r2, 1;
	bra HEAD;
OUT:
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
	st.u32 [%rd1], 0;
	st.u32 [%rd1+4], 1;
	st.u32 [%rd1+8], 2;
	st.u32 [%rd1+12], 3;
	ret;
}

