// mode: opt
// options: --check-optimizer
// A word's alignment, the space, a null pointer, the order of variables: what memcpy and its checks ask of the
// address of a variable is known, and does not keep the variable in memory. The one that is as large as a word of
// 8 bytes gets an address for it. Of the pointer nothing is known.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<30>; .reg .pred %p<19>;

	.local .align 4 .b8 v[8];
	.local .align 4 .b8 w[4];
	ld.param.u32 %r1, [n];
	ld.param.u64 %rd9, [p];
	st.local.u32 [v], %r1;
	st.local.u32 [v+4], %r1;
	st.local.u32 [w], %r1;
	mov.u64 %rd1, v;
	cvta.local.u64 %rd2, %rd1;
	mov.u64 %rd3, w;
	cvta.local.u64 %rd4, %rd3;
	or.b64 %rd5, %rd2, %rd4;
	and.b64 %rd6, %rd5, 3;
	setp.eq.s64 %p1, %rd6, 0;
	and.b64 %rd7, %rd2, 7;
	setp.eq.s64 %p2, %rd7, 0;
	isspacep.shared %p3, %rd2;
	isspacep.local %p4, %rd4;
	setp.ne.s64 %p5, %rd2, 0;
	add.s64 %rd8, %rd2, 8;
	setp.gt.u64 %p6, %rd8, -9;
	setp.ge.u64 %p7, %rd4, %rd8;
	setp.eq.s64 %p8, %rd2, %rd4;
	selp.u32 %r2, 1, 0, %p1;
	selp.u32 %r3, 2, 0, %p2;
	selp.u32 %r4, 4, 0, %p3;
	selp.u32 %r5, 8, 0, %p4;
	selp.u32 %r6, 16, 0, %p5;
	selp.u32 %r7, 32, 0, %p6;
	selp.u32 %r8, 64, 0, %p7;
	selp.u32 %r9, 128, 0, %p8;
	add.s32 %r2, %r2, %r3;
	add.s32 %r2, %r2, %r4;
	add.s32 %r2, %r2, %r5;
	add.s32 %r2, %r2, %r6;
	add.s32 %r2, %r2, %r7;
	add.s32 %r2, %r2, %r8;
	add.s32 %r2, %r2, %r9;
	ld.local.u32 %r10, [w];
	add.s32 %r2, %r2, %r10;
	st.u32 [%rd9], %r2;
	or.b64 %rd10, %rd9, %rd4;
	and.b64 %rd11, %rd10, 3;
	st.u64 [%rd9+8], %rd11;
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
	.reg .b64 %rd<3>;
	ld.param.u32 %r1, [n];
	ld.param.u64 %rd1, [p];
	add.s32 %r2, %r1, 91;
	st.u32 [%rd1], %r2;
	and.b64 %rd2, %rd1, 3;
	st.u64 [%rd1+8], %rd2;
	ret;
}

