// mode: opt
// options: --check-optimizer
// A cheap choice needs no branch, and a choice of the greater is max.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 10;
	@%p1 bra YES;
	add.s32 %r2, %r1, 3;
	bra JOIN;
YES:
	mul.lo.s32 %r2, %r1, 7;
JOIN:
	st.u32 [%rd1], %r2;
	mov.u32 %r3, %r1;
	setp.lt.s32 %p2, %r1, 4;
	@!%p2 bra LAST;
	mov.u32 %r3, 4;
LAST:
	st.u32 [%rd1+4], %r3;
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
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 10;
	add.s32 %r2, %r1, 3;
	mul.lo.s32 %r3, %r1, 7;
	selp.b32 %r4, %r3, %r2, %p1;
	st.u32 [%rd1], %r4;
	max.s32 %r5, %r1, 4;
	st.u32 [%rd1+4], %r5;
	ret;
}

