// mode: opt
// options: --check-optimizer
// The path on which the answer is known does not ask again.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 0;
	mov.pred %p3, 0;
	@!%p1 bra JOIN;
	ld.u32 %r2, [%rd1];
	setp.ne.s32 %p3, %r2, 0;
JOIN:
	@!%p3 bra OUT;
	st.u32 [%rd1+8], 1;
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
	.reg .pred %p<3>;
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.le.s32 %p1, %r1, 0;
	@%p1 bra $L__BB0_1;
	ld.u32 %r2, [%rd1];
	setp.eq.s32 %p2, %r2, 0;
	@%p2 bra $L__BB0_1;
	st.u32 [%rd1+8], 1;
$L__BB0_1:
	ret;
}

