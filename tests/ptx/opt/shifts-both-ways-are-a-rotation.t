// mode: opt
// options: --check-optimizer
// Also of a sum with a constant, whose left shift would be a sum, too. What only looks like a rotation stays.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>;

	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	shl.b32 %r2, %r1, 7;
	shr.u32 %r3, %r1, 25;
	or.b32 %r4, %r2, %r3;
	st.global.u32 [%rd1], %r4;
	add.s32 %r5, %r1, 305419896;
	shr.u32 %r6, %r5, 28;
	shl.b32 %r7, %r5, 4;
	xor.b32 %r8, %r6, %r7;
	st.global.u32 [%rd1+4], %r8;
	add.s32 %r9, %r1, 1073741824;
	shl.b32 %r10, %r9, 3;
	shr.u32 %r11, %r9, 29;
	or.b32 %r12, %r10, %r11;
	st.global.u32 [%rd1+8], %r12;
	shl.b32 %r13, %r1, 7;
	shr.u32 %r14, %r1, 24;
	or.b32 %r15, %r13, %r14;
	st.global.u32 [%rd1+12], %r15;
	shl.b32 %r16, %r1, 7;
	shr.s32 %r17, %r1, 25;
	or.b32 %r18, %r16, %r17;
	st.global.u32 [%rd1+16], %r18;
	shl.b32 %r19, %r5, 7;
	shr.u32 %r20, %r1, 25;
	or.b32 %r21, %r19, %r20;
	st.global.u32 [%rd1+20], %r21;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<15>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	shl.b32 %r2, %r1, 7;
	shr.u32 %r3, %r1, 25;
	shf.l.wrap.b32 %r4, %r1, %r1, 7;
	st.global.u32 [%rd1], %r4;
	add.s32 %r5, %r1, 305419896;
	shf.l.wrap.b32 %r6, %r5, %r5, 4;
	st.global.u32 [%rd1+4], %r6;
	add.s32 %r7, %r1, 1073741824;
	shf.l.wrap.b32 %r8, %r7, %r7, 3;
	st.global.u32 [%rd1+8], %r8;
	shr.u32 %r9, %r1, 24;
	or.b32 %r10, %r2, %r9;
	st.global.u32 [%rd1+12], %r10;
	shr.s32 %r11, %r1, 25;
	or.b32 %r12, %r2, %r11;
	st.global.u32 [%rd1+16], %r12;
	add.s32 %r13, %r2, 439041024;
	or.b32 %r14, %r3, %r13;
	st.global.u32 [%rd1+20], %r14;
	ret;
}

