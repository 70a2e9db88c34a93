// mode: opt
// options: --check-optimizer
// A function of more than 300 instructions that gets the address of a variable is put in, and the
// variable becomes registers. The last kernel passes no variable.
.version 8.6
.target sm_90
.address_size 64
.func (.param .b32 r) mix(.param .b64 a)
{
	.reg .b32 %r<4>; .reg .b64 %rd<2>;
	ld.param.b64 %rd1, [a];
	ld.u32 %r1, [%rd1];
	ld.u32 %r2, [%rd1+4];
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2; xor.b32 %r1, %r1, %r2; mul.lo.s32 %r2, %r1, %r2;
	st.param.b32 [r], %r2;
	ret;
}
.visible .entry once(.param .u64 p)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>;
	.local .align 4 .b8 v_once[8];
	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	st.local.u32 [v_once], %r1;
	st.local.u32 [v_once+4], %r1;
	cvta.local.u64 %rd2, v_once;
	{
		.param .b64 x;
		.param .b32 y;
		st.param.b64 [x], %rd2;
		call.uni (y), mix, (x);
		ld.param.b32 %r2, [y];
	}
	st.global.u32 [%rd1+0], %r2;
	ret;
}
.visible .entry twice(.param .u64 p)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>;
	.local .align 4 .b8 v_twice[8];
	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	st.local.u32 [v_twice], %r1;
	st.local.u32 [v_twice+4], %r1;
	cvta.local.u64 %rd2, v_twice;
	{
		.param .b64 x;
		.param .b32 y;
		st.param.b64 [x], %rd2;
		call.uni (y), mix, (x);
		ld.param.b32 %r2, [y];
	}
	st.global.u32 [%rd1+0], %r2;
	{
		.param .b64 x;
		.param .b32 y;
		st.param.b64 [x], %rd2;
		call.uni (y), mix, (x);
		ld.param.b32 %r2, [y];
	}
	st.global.u32 [%rd1+4], %r2;
	ret;
}
.visible .entry none(.param .u64 p)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>;
	ld.param.u64 %rd1, [p];
	add.s64 %rd2, %rd1, 8;
	{
		.param .b64 x;
		.param .b32 y;
		st.param.b64 [x], %rd2;
		call.uni (y), mix, (x);
		ld.param.b32 %r2, [y];
	}
	st.global.u32 [%rd1+0], %r2;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.func (.param .b32 r) mix(.param .b64 a)
{
	.reg .b32 %r<307>;
	.reg .b64 %rd<2>;
	ld.param.b64 %rd1, [a];
	ld.u32 %r1, [%rd1];
	ld.u32 %r2, [%rd1+4];
	xor.b32 %r3, %r1, %r2;
	mul.lo.s32 %r4, %r2, %r3;
	xor.b32 %r5, %r3, %r4;
	mul.lo.s32 %r6, %r4, %r5;
	xor.b32 %r7, %r5, %r6;
	mul.lo.s32 %r8, %r6, %r7;
	xor.b32 %r9, %r7, %r8;
	mul.lo.s32 %r10, %r8, %r9;
	xor.b32 %r11, %r9, %r10;
	mul.lo.s32 %r12, %r10, %r11;
	xor.b32 %r13, %r11, %r12;
	mul.lo.s32 %r14, %r12, %r13;
	xor.b32 %r15, %r13, %r14;
	mul.lo.s32 %r16, %r14, %r15;
	xor.b32 %r17, %r15, %r16;
	mul.lo.s32 %r18, %r16, %r17;
	xor.b32 %r19, %r17, %r18;
	mul.lo.s32 %r20, %r18, %r19;
	xor.b32 %r21, %r19, %r20;
	mul.lo.s32 %r22, %r20, %r21;
	xor.b32 %r23, %r21, %r22;
	mul.lo.s32 %r24, %r22, %r23;
	xor.b32 %r25, %r23, %r24;
	mul.lo.s32 %r26, %r24, %r25;
	xor.b32 %r27, %r25, %r26;
	mul.lo.s32 %r28, %r26, %r27;
	xor.b32 %r29, %r27, %r28;
	mul.lo.s32 %r30, %r28, %r29;
	xor.b32 %r31, %r29, %r30;
	mul.lo.s32 %r32, %r30, %r31;
	xor.b32 %r33, %r31, %r32;
	mul.lo.s32 %r34, %r32, %r33;
	xor.b32 %r35, %r33, %r34;
	mul.lo.s32 %r36, %r34, %r35;
	xor.b32 %r37, %r35, %r36;
	mul.lo.s32 %r38, %r36, %r37;
	xor.b32 %r39, %r37, %r38;
	mul.lo.s32 %r40, %r38, %r39;
	xor.b32 %r41, %r39, %r40;
	mul.lo.s32 %r42, %r40, %r41;
	xor.b32 %r43, %r41, %r42;
	mul.lo.s32 %r44, %r42, %r43;
	xor.b32 %r45, %r43, %r44;
	mul.lo.s32 %r46, %r44, %r45;
	xor.b32 %r47, %r45, %r46;
	mul.lo.s32 %r48, %r46, %r47;
	xor.b32 %r49, %r47, %r48;
	mul.lo.s32 %r50, %r48, %r49;
	xor.b32 %r51, %r49, %r50;
	mul.lo.s32 %r52, %r50, %r51;
	xor.b32 %r53, %r51, %r52;
	mul.lo.s32 %r54, %r52, %r53;
	xor.b32 %r55, %r53, %r54;
	mul.lo.s32 %r56, %r54, %r55;
	xor.b32 %r57, %r55, %r56;
	mul.lo.s32 %r58, %r56, %r57;
	xor.b32 %r59, %r57, %r58;
	mul.lo.s32 %r60, %r58, %r59;
	xor.b32 %r61, %r59, %r60;
	mul.lo.s32 %r62, %r60, %r61;
	xor.b32 %r63, %r61, %r62;
	mul.lo.s32 %r64, %r62, %r63;
	xor.b32 %r65, %r63, %r64;
	mul.lo.s32 %r66, %r64, %r65;
	xor.b32 %r67, %r65, %r66;
	mul.lo.s32 %r68, %r66, %r67;
	xor.b32 %r69, %r67, %r68;
	mul.lo.s32 %r70, %r68, %r69;
	xor.b32 %r71, %r69, %r70;
	mul.lo.s32 %r72, %r70, %r71;
	xor.b32 %r73, %r71, %r72;
	mul.lo.s32 %r74, %r72, %r73;
	xor.b32 %r75, %r73, %r74;
	mul.lo.s32 %r76, %r74, %r75;
	xor.b32 %r77, %r75, %r76;
	mul.lo.s32 %r78, %r76, %r77;
	xor.b32 %r79, %r77, %r78;
	mul.lo.s32 %r80, %r78, %r79;
	xor.b32 %r81, %r79, %r80;
	mul.lo.s32 %r82, %r80, %r81;
	xor.b32 %r83, %r81, %r82;
	mul.lo.s32 %r84, %r82, %r83;
	xor.b32 %r85, %r83, %r84;
	mul.lo.s32 %r86, %r84, %r85;
	xor.b32 %r87, %r85, %r86;
	mul.lo.s32 %r88, %r86, %r87;
	xor.b32 %r89, %r87, %r88;
	mul.lo.s32 %r90, %r88, %r89;
	xor.b32 %r91, %r89, %r90;
	mul.lo.s32 %r92, %r90, %r91;
	xor.b32 %r93, %r91, %r92;
	mul.lo.s32 %r94, %r92, %r93;
	xor.b32 %r95, %r93, %r94;
	mul.lo.s32 %r96, %r94, %r95;
	xor.b32 %r97, %r95, %r96;
	mul.lo.s32 %r98, %r96, %r97;
	xor.b32 %r99, %r97, %r98;
	mul.lo.s32 %r100, %r98, %r99;
	xor.b32 %r101, %r99, %r100;
	mul.lo.s32 %r102, %r100, %r101;
	xor.b32 %r103, %r101, %r102;
	mul.lo.s32 %r104, %r102, %r103;
	xor.b32 %r105, %r103, %r104;
	mul.lo.s32 %r106, %r104, %r105;
	xor.b32 %r107, %r105, %r106;
	mul.lo.s32 %r108, %r106, %r107;
	xor.b32 %r109, %r107, %r108;
	mul.lo.s32 %r110, %r108, %r109;
	xor.b32 %r111, %r109, %r110;
	mul.lo.s32 %r112, %r110, %r111;
	xor.b32 %r113, %r111, %r112;
	mul.lo.s32 %r114, %r112, %r113;
	xor.b32 %r115, %r113, %r114;
	mul.lo.s32 %r116, %r114, %r115;
	xor.b32 %r117, %r115, %r116;
	mul.lo.s32 %r118, %r116, %r117;
	xor.b32 %r119, %r117, %r118;
	mul.lo.s32 %r120, %r118, %r119;
	xor.b32 %r121, %r119, %r120;
	mul.lo.s32 %r122, %r120, %r121;
	xor.b32 %r123, %r121, %r122;
	mul.lo.s32 %r124, %r122, %r123;
	xor.b32 %r125, %r123, %r124;
	mul.lo.s32 %r126, %r124, %r125;
	xor.b32 %r127, %r125, %r126;
	mul.lo.s32 %r128, %r126, %r127;
	xor.b32 %r129, %r127, %r128;
	mul.lo.s32 %r130, %r128, %r129;
	xor.b32 %r131, %r129, %r130;
	mul.lo.s32 %r132, %r130, %r131;
	xor.b32 %r133, %r131, %r132;
	mul.lo.s32 %r134, %r132, %r133;
	xor.b32 %r135, %r133, %r134;
	mul.lo.s32 %r136, %r134, %r135;
	xor.b32 %r137, %r135, %r136;
	mul.lo.s32 %r138, %r136, %r137;
	xor.b32 %r139, %r137, %r138;
	mul.lo.s32 %r140, %r138, %r139;
	xor.b32 %r141, %r139, %r140;
	mul.lo.s32 %r142, %r140, %r141;
	xor.b32 %r143, %r141, %r142;
	mul.lo.s32 %r144, %r142, %r143;
	xor.b32 %r145, %r143, %r144;
	mul.lo.s32 %r146, %r144, %r145;
	xor.b32 %r147, %r145, %r146;
	mul.lo.s32 %r148, %r146, %r147;
	xor.b32 %r149, %r147, %r148;
	mul.lo.s32 %r150, %r148, %r149;
	xor.b32 %r151, %r149, %r150;
	mul.lo.s32 %r152, %r150, %r151;
	xor.b32 %r153, %r151, %r152;
	mul.lo.s32 %r154, %r152, %r153;
	xor.b32 %r155, %r153, %r154;
	mul.lo.s32 %r156, %r154, %r155;
	xor.b32 %r157, %r155, %r156;
	mul.lo.s32 %r158, %r156, %r157;
	xor.b32 %r159, %r157, %r158;
	mul.lo.s32 %r160, %r158, %r159;
	xor.b32 %r161, %r159, %r160;
	mul.lo.s32 %r162, %r160, %r161;
	xor.b32 %r163, %r161, %r162;
	mul.lo.s32 %r164, %r162, %r163;
	xor.b32 %r165, %r163, %r164;
	mul.lo.s32 %r166, %r164, %r165;
	xor.b32 %r167, %r165, %r166;
	mul.lo.s32 %r168, %r166, %r167;
	xor.b32 %r169, %r167, %r168;
	mul.lo.s32 %r170, %r168, %r169;
	xor.b32 %r171, %r169, %r170;
	mul.lo.s32 %r172, %r170, %r171;
	xor.b32 %r173, %r171, %r172;
	mul.lo.s32 %r174, %r172, %r173;
	xor.b32 %r175, %r173, %r174;
	mul.lo.s32 %r176, %r174, %r175;
	xor.b32 %r177, %r175, %r176;
	mul.lo.s32 %r178, %r176, %r177;
	xor.b32 %r179, %r177, %r178;
	mul.lo.s32 %r180, %r178, %r179;
	xor.b32 %r181, %r179, %r180;
	mul.lo.s32 %r182, %r180, %r181;
	xor.b32 %r183, %r181, %r182;
	mul.lo.s32 %r184, %r182, %r183;
	xor.b32 %r185, %r183, %r184;
	mul.lo.s32 %r186, %r184, %r185;
	xor.b32 %r187, %r185, %r186;
	mul.lo.s32 %r188, %r186, %r187;
	xor.b32 %r189, %r187, %r188;
	mul.lo.s32 %r190, %r188, %r189;
	xor.b32 %r191, %r189, %r190;
	mul.lo.s32 %r192, %r190, %r191;
	xor.b32 %r193, %r191, %r192;
	mul.lo.s32 %r194, %r192, %r193;
	xor.b32 %r195, %r193, %r194;
	mul.lo.s32 %r196, %r194, %r195;
	xor.b32 %r197, %r195, %r196;
	mul.lo.s32 %r198, %r196, %r197;
	xor.b32 %r199, %r197, %r198;
	mul.lo.s32 %r200, %r198, %r199;
	xor.b32 %r201, %r199, %r200;
	mul.lo.s32 %r202, %r200, %r201;
	xor.b32 %r203, %r201, %r202;
	mul.lo.s32 %r204, %r202, %r203;
	xor.b32 %r205, %r203, %r204;
	mul.lo.s32 %r206, %r204, %r205;
	xor.b32 %r207, %r205, %r206;
	mul.lo.s32 %r208, %r206, %r207;
	xor.b32 %r209, %r207, %r208;
	mul.lo.s32 %r210, %r208, %r209;
	xor.b32 %r211, %r209, %r210;
	mul.lo.s32 %r212, %r210, %r211;
	xor.b32 %r213, %r211, %r212;
	mul.lo.s32 %r214, %r212, %r213;
	xor.b32 %r215, %r213, %r214;
	mul.lo.s32 %r216, %r214, %r215;
	xor.b32 %r217, %r215, %r216;
	mul.lo.s32 %r218, %r216, %r217;
	xor.b32 %r219, %r217, %r218;
	mul.lo.s32 %r220, %r218, %r219;
	xor.b32 %r221, %r219, %r220;
	mul.lo.s32 %r222, %r220, %r221;
	xor.b32 %r223, %r221, %r222;
	mul.lo.s32 %r224, %r222, %r223;
	xor.b32 %r225, %r223, %r224;
	mul.lo.s32 %r226, %r224, %r225;
	xor.b32 %r227, %r225, %r226;
	mul.lo.s32 %r228, %r226, %r227;
	xor.b32 %r229, %r227, %r228;
	mul.lo.s32 %r230, %r228, %r229;
	xor.b32 %r231, %r229, %r230;
	mul.lo.s32 %r232, %r230, %r231;
	xor.b32 %r233, %r231, %r232;
	mul.lo.s32 %r234, %r232, %r233;
	xor.b32 %r235, %r233, %r234;
	mul.lo.s32 %r236, %r234, %r235;
	xor.b32 %r237, %r235, %r236;
	mul.lo.s32 %r238, %r236, %r237;
	xor.b32 %r239, %r237, %r238;
	mul.lo.s32 %r240, %r238, %r239;
	xor.b32 %r241, %r239, %r240;
	mul.lo.s32 %r242, %r240, %r241;
	xor.b32 %r243, %r241, %r242;
	mul.lo.s32 %r244, %r242, %r243;
	xor.b32 %r245, %r243, %r244;
	mul.lo.s32 %r246, %r244, %r245;
	xor.b32 %r247, %r245, %r246;
	mul.lo.s32 %r248, %r246, %r247;
	xor.b32 %r249, %r247, %r248;
	mul.lo.s32 %r250, %r248, %r249;
	xor.b32 %r251, %r249, %r250;
	mul.lo.s32 %r252, %r250, %r251;
	xor.b32 %r253, %r251, %r252;
	mul.lo.s32 %r254, %r252, %r253;
	xor.b32 %r255, %r253, %r254;
	mul.lo.s32 %r256, %r254, %r255;
	xor.b32 %r257, %r255, %r256;
	mul.lo.s32 %r258, %r256, %r257;
	xor.b32 %r259, %r257, %r258;
	mul.lo.s32 %r260, %r258, %r259;
	xor.b32 %r261, %r259, %r260;
	mul.lo.s32 %r262, %r260, %r261;
	xor.b32 %r263, %r261, %r262;
	mul.lo.s32 %r264, %r262, %r263;
	xor.b32 %r265, %r263, %r264;
	mul.lo.s32 %r266, %r264, %r265;
	xor.b32 %r267, %r265, %r266;
	mul.lo.s32 %r268, %r266, %r267;
	xor.b32 %r269, %r267, %r268;
	mul.lo.s32 %r270, %r268, %r269;
	xor.b32 %r271, %r269, %r270;
	mul.lo.s32 %r272, %r270, %r271;
	xor.b32 %r273, %r271, %r272;
	mul.lo.s32 %r274, %r272, %r273;
	xor.b32 %r275, %r273, %r274;
	mul.lo.s32 %r276, %r274, %r275;
	xor.b32 %r277, %r275, %r276;
	mul.lo.s32 %r278, %r276, %r277;
	xor.b32 %r279, %r277, %r278;
	mul.lo.s32 %r280, %r278, %r279;
	xor.b32 %r281, %r279, %r280;
	mul.lo.s32 %r282, %r280, %r281;
	xor.b32 %r283, %r281, %r282;
	mul.lo.s32 %r284, %r282, %r283;
	xor.b32 %r285, %r283, %r284;
	mul.lo.s32 %r286, %r284, %r285;
	xor.b32 %r287, %r285, %r286;
	mul.lo.s32 %r288, %r286, %r287;
	xor.b32 %r289, %r287, %r288;
	mul.lo.s32 %r290, %r288, %r289;
	xor.b32 %r291, %r289, %r290;
	mul.lo.s32 %r292, %r290, %r291;
	xor.b32 %r293, %r291, %r292;
	mul.lo.s32 %r294, %r292, %r293;
	xor.b32 %r295, %r293, %r294;
	mul.lo.s32 %r296, %r294, %r295;
	xor.b32 %r297, %r295, %r296;
	mul.lo.s32 %r298, %r296, %r297;
	xor.b32 %r299, %r297, %r298;
	mul.lo.s32 %r300, %r298, %r299;
	xor.b32 %r301, %r299, %r300;
	mul.lo.s32 %r302, %r300, %r301;
	xor.b32 %r303, %r301, %r302;
	mul.lo.s32 %r304, %r302, %r303;
	xor.b32 %r305, %r303, %r304;
	mul.lo.s32 %r306, %r304, %r305;
	st.param.b32 [r], %r306;
	ret;
}

.visible .entry once(.param .u64 p)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	st.global.u32 [%rd1], 0;
	ret;
}

.visible .entry twice(.param .u64 p)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	st.global.u32 [%rd1], 0;
	st.global.u32 [%rd1+4], 0;
	ret;
}

.visible .entry none(.param .u64 p)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<3>;
	.param .b64 x;
	.param .b32 y;
	ld.param.u64 %rd1, [p];
	add.s64 %rd2, %rd1, 8;
	st.param.b64 [x], %rd2;
	call.uni (y), mix, (x);
	ld.param.b32 %r1, [y];
	st.global.u32 [%rd1], %r1;
	ret;
}

