// mode: opt
// options: --check-optimizer
// (a > b) == (c < d), which C compares as numbers.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	ld.global.u32 %r2, [%rd1];
	setp.gt.s32 %p1, %r1, %r2;
	selp.u32 %r3, 1, 0, %p1;
	setp.lt.s32 %p2, %r2, 7;
	selp.u32 %r4, 1, 0, %p2;
	selp.u32 %r5, 0, 1, %p2;
	setp.eq.s32 %p3, %r3, %r4;
	setp.eq.s32 %p4, %r3, %r5;
	setp.ne.s32 %p5, %r4, %r3;
	@%p3 st.global.u32 [%rd1], %r1;
	@%p4 st.global.u32 [%rd1+4], %r1;
	@%p5 st.global.u32 [%rd1+8], %r1;
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
	.reg .pred %p<4>;
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	ld.global.u32 %r2, [%rd1];
	setp.gt.s32 %p1, %r1, %r2;
	setp.lt.s32 %p2, %r2, 7;
	xor.pred %p3, %p1, %p2;
	@!%p3 st.global.u32 [%rd1], %r1;
	@%p3 st.global.u32 [%rd1+4], %r1;
	@%p3 st.global.u32 [%rd1+8], %r1;
	ret;
}

