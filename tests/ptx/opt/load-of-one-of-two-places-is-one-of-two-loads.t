// mode: opt
// options: --check-optimizer
// std::min gives a reference to the smaller of two places. What is a variable, or was loaded just before, is loaded
// whichever is chosen, and the choice is of values: variables go into registers. A place that may not be there is loaded
// only if it is chosen, and so is a variable that the load goes beyond.
.version 8.6
.target sm_90
.address_size 64
.visible .entry least(.param .u64 p, .param .u64 q, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<30>; .reg .pred %p<9>;
	.local .align 4 .b8 best[4];
	.local .align 4 .b8 here[4];
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	ld.param.u32 %r1, [n];
	ld.param.u32 %r2, [n];
	st.local.u32 [best], 7;
	ld.global.u32 %r3, [%rd2];
	st.local.u32 [here], %r3;
	mov.u64 %rd3, best;
	cvta.local.u64 %rd3, %rd3;
	ld.u32 %r4, [%rd3];
	setp.lt.s32 %p1, %r3, %r4;
	@%p1 bra HERE;
	mov.u64 %rd5, best;
	cvta.local.u64 %rd6, %rd5;
	bra JOIN;
HERE:
	mov.u64 %rd5, here;
	cvta.local.u64 %rd6, %rd5;
JOIN:
	ld.u32 %r5, [%rd6];
	add.u64 %rd7, %rd2, 64;
	ld.global.u32 %r6, [%rd7];
	st.local.u32 [best], %r5;
	setp.lt.s32 %p2, %r6, %r5;
	cvta.global.u64 %rd8, %rd7;
	selp.b64 %rd9, %rd8, %rd3, %p2;
	ld.u32 %r7, [%rd9];
	setp.gt.s32 %p3, %r7, 100;
	mov.u64 %rd10, here;
	cvta.local.u64 %rd10, %rd10;
	selp.b64 %rd11, %rd10, %rd9, %p3;
	ld.u32 %r8, [%rd11];
	st.global.u32 [%rd2+128], %r8;
	ret;
}
.visible .entry may_be_absent(.param .u64 p, .param .u64 q, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<30>; .reg .pred %p<9>;
	.local .align 4 .b8 best[4];
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.param.u32 %r1, [n];
	st.local.u32 [best], %r1;
	mov.u64 %rd3, best;
	cvta.local.u64 %rd3, %rd3;
	setp.eq.u64 %p1, %rd2, 0;
	selp.b64 %rd4, %rd3, %rd2, %p1;
	ld.u32 %r2, [%rd4];
	ld.u32 %r3, [%rd1];
	selp.b64 %rd5, %rd3, %rd1, %p1;
	ld.u32 %r4, [%rd5+4];
	ld.u16 %r5, [%rd5];
	add.u32 %r2, %r2, %r4;
	add.u32 %r2, %r2, %r5;
	add.u32 %r2, %r2, %r3;
	st.u32 [%rd1], %r2;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry least(
	.param .u64 p,
	.param .u64 q,
	.param .u32 n
)
{
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	ld.global.u32 %r1, [%rd2];
	min.s32 %r2, %r1, 7;
	ld.global.u32 %r3, [%rd2+64];
	min.s32 %r4, %r2, %r3;
	setp.gt.s32 %p1, %r4, 100;
	selp.b32 %r5, %r1, %r4, %p1;
	st.global.u32 [%rd2+128], %r5;
	ret;
}

.visible .entry may_be_absent(
	.param .u64 p,
	.param .u64 q,
	.param .u32 n
)
{
	.reg .pred %p<2>;
	.reg .b32 %r<11>;
	.reg .b64 %rd<7>;
	.local .align 4 .b8 best[4];
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.param.u32 %r1, [n];
	st.local.u32 [best], %r1;
	mov.u64 %rd3, best;
	cvta.local.u64 %rd4, %rd3;
	setp.eq.u64 %p1, %rd2, 0;
	selp.b64 %rd5, %rd4, %rd2, %p1;
	ld.u32 %r2, [%rd5];
	ld.u32 %r3, [%rd1];
	selp.b64 %rd6, %rd4, %rd1, %p1;
	ld.u32 %r4, [%rd6+4];
	ld.local.u16 %r5, [best];
	ld.u16 %r6, [%rd1];
	selp.b32 %r7, %r5, %r6, %p1;
	add.u32 %r8, %r2, %r4;
	add.u32 %r9, %r7, %r8;
	add.u32 %r10, %r3, %r9;
	st.u32 [%rd1], %r10;
	ret;
}

