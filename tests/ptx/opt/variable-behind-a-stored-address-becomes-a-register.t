// mode: opt
// options: --check-optimizer
// As a closure holds it: the address of x lies in c; once c is a register, x is named by its accesses.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;
	.local .align 4 .b8 x[4];
	.local .align 8 .b8 c[16];
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u64 %rd2, x;
	cvta.local.u64 %rd3, %rd2;
	mov.u64 %rd4, c;
	cvta.local.u64 %rd5, %rd4;
	st.u32 [%rd3], %r1;
	st.u64 [%rd5], %rd3;
	st.u64 [%rd5+8], %rd1;
	mov.u32 %r2, 0;
HEAD:
	setp.ge.s32 %p1, %r2, %r1;
	@%p1 bra OUT;
	ld.u64 %rd6, [%rd5];
	ld.u32 %r3, [%rd6];
	add.s32 %r4, %r3, %r2;
	st.u32 [%rd6], %r4;
	add.s32 %r2, %r2, 1;
	bra HEAD;
OUT:
	ld.u64 %rd7, [%rd5+8];
	ld.u32 %r5, [%rd3];
	st.u32 [%rd7], %r5;
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
	.reg .pred %p<6>;
	.reg .b32 %r<10>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.le.s32 %p1, %r1, 0;
	mov.b32 %r2, %r1;
	@%p1 bra $L__BB0_3;
	max.s32 %r3, %r1, -2147483645;
	add.s32 %r4, %r3, -3;
	setp.le.s32 %p2, %r4, 0;
	mov.b32 %r2, %r1;
	mov.b32 %r5, 0;
	@%p2 bra $L__BB0_2;
$L__BB0_1:
	.pragma "nounroll";
	add.s32 %r6, %r5, %r2;
	add.s32 %r7, %r5, %r6;
	add.s32 %r8, %r5, %r7;
	add.s32 %r9, %r5, %r8;
	add.s32 %r2, %r9, 6;
	add.s32 %r5, %r5, 4;
	setp.lt.s32 %p3, %r5, %r4;
	@%p3 bra $L__BB0_1;
	setp.ge.s32 %p4, %r5, %r1;
	@%p4 bra $L__BB0_3;
$L__BB0_2:
	.pragma "nounroll";
	add.s32 %r2, %r5, %r2;
	add.s32 %r5, %r5, 1;
	setp.lt.s32 %p5, %r5, %r1;
	@%p5 bra $L__BB0_2;
$L__BB0_3:
	st.u32 [%rd1], %r2;
	ret;
}

