// mode: opt
// options: --check-optimizer
// A truth value that was made a number and compared again is the predicate it was.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 3;
	selp.u16 %rs1, 1, 0, %p1;
	and.b16 %rs2, %rs1, 255;
	cvt.u32.u16 %r2, %rs2;
	setp.ne.s32 %p2, %r2, 0;
	not.pred %p3, %p2;
	@%p3 bra OUT;
	st.global.u32 [%rd1], %r1;
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
	.reg .pred %p<2>;
	.reg .b32 %r<2>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.le.s32 %p1, %r1, 3;
	@%p1 bra $L__BB0_1;
	st.global.u32 [%rd1], %r1;
$L__BB0_1:
	ret;
}

