// mode: opt
// options: --check-optimizer
// Two paths lead to the loop, and both begin it with the same number.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.lt.s32 %p1, %r1, 0;
	@%p1 bra NEXT;
	st.global.u32 [%rd1], %r1;
NEXT:
	mov.u32 %r2, 4;
HEAD:
	shfl.sync.bfly.b32 %r3, %r1, %r2, 31, -1;
	max.s32 %r1, %r1, %r3;
	shr.u32 %r2, %r2, 1;
	setp.ne.u32 %p2, %r2, 0;
	@%p2 bra HEAD;
	st.global.u32 [%rd1+4], %r1;
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
	.reg .b32 %r<8>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.lt.s32 %p1, %r1, 0;
	@%p1 bra $L__BB0_1;
	st.global.u32 [%rd1], %r1;
$L__BB0_1:
	shfl.sync.bfly.b32 %r2, %r1, 4, 31, 4294967295;
	max.s32 %r3, %r1, %r2;
	shfl.sync.bfly.b32 %r4, %r3, 2, 31, 4294967295;
	max.s32 %r5, %r3, %r4;
	shfl.sync.bfly.b32 %r6, %r5, 1, 31, 4294967295;
	max.s32 %r7, %r5, %r6;
	st.global.u32 [%rd1+4], %r7;
	ret;
}

