// mode: opt
// options: --check-optimizer
// The inner loop's number of rounds is known in each of the nine rounds of the outer one.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 1;
OUTER:
	mov.u32 %r3, %r2;
INNER:
	shfl.sync.bfly.b32 %r1, %r1, %r3, 31, -1;
	shr.u32 %r3, %r3, 1;
	setp.ne.u32 %p2, %r3, 0;
	@%p2 bra INNER;
	shl.b32 %r2, %r2, 1;
	setp.le.u32 %p3, %r2, 256;
	@%p3 bra OUTER;
	st.global.u32 [%rd1], %r1;
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
	.reg .b32 %r<47>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	shfl.sync.bfly.b32 %r2, %r1, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r3, %r2, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r4, %r3, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r5, %r4, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r6, %r5, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r7, %r6, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r8, %r7, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r9, %r8, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r10, %r9, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r11, %r10, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r12, %r11, 16, 31, 4294967295;
	shfl.sync.bfly.b32 %r13, %r12, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r14, %r13, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r15, %r14, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r16, %r15, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r17, %r16, 32, 31, 4294967295;
	shfl.sync.bfly.b32 %r18, %r17, 16, 31, 4294967295;
	shfl.sync.bfly.b32 %r19, %r18, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r20, %r19, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r21, %r20, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r22, %r21, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r23, %r22, 64, 31, 4294967295;
	shfl.sync.bfly.b32 %r24, %r23, 32, 31, 4294967295;
	shfl.sync.bfly.b32 %r25, %r24, 16, 31, 4294967295;
	shfl.sync.bfly.b32 %r26, %r25, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r27, %r26, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r28, %r27, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r29, %r28, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r30, %r29, 128, 31, 4294967295;
	shfl.sync.bfly.b32 %r31, %r30, 64, 31, 4294967295;
	shfl.sync.bfly.b32 %r32, %r31, 32, 31, 4294967295;
	shfl.sync.bfly.b32 %r33, %r32, 16, 31, 4294967295;
	shfl.sync.bfly.b32 %r34, %r33, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r35, %r34, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r36, %r35, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r37, %r36, 1, 31, 4294967295;
	shfl.sync.bfly.b32 %r38, %r37, 256, 31, 4294967295;
	shfl.sync.bfly.b32 %r39, %r38, 128, 31, 4294967295;
	shfl.sync.bfly.b32 %r40, %r39, 64, 31, 4294967295;
	shfl.sync.bfly.b32 %r41, %r40, 32, 31, 4294967295;
	shfl.sync.bfly.b32 %r42, %r41, 16, 31, 4294967295;
	shfl.sync.bfly.b32 %r43, %r42, 8, 31, 4294967295;
	shfl.sync.bfly.b32 %r44, %r43, 4, 31, 4294967295;
	shfl.sync.bfly.b32 %r45, %r44, 2, 31, 4294967295;
	shfl.sync.bfly.b32 %r46, %r45, 1, 31, 4294967295;
	st.global.u32 [%rd1], %r46;
	ret;
}

