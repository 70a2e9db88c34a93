// mode: opt
// options: --check-optimizer
// The wide form of an unsigned difference is linear in the lanes for which it does not wrap. It stays in the branch that
// those take, while what each round computes moves out of the loop.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<30>; .reg .pred %p<9>;
	.shared .align 4 .b8 s[1024];
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd1, %rd1;
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mov.u32 %r4, 0;
	mov.u64 %rd2, s;
LOOP:
	bar.sync 0;
	sub.u32 %r7, %r1, %r2;
	mul.wide.u32 %rd6, %r7, 8;
	add.u64 %rd7, %rd1, %rd6;
	ld.global.u32 %r5, [%rd7];
	setp.eq.u32 %p1, %r2, 0;
	@%p1 bra FIRST;
	add.s32 %r3, %r2, -1;
	mul.wide.u32 %rd3, %r3, 4;
	add.u64 %rd4, %rd2, %rd3;
	ld.shared.u32 %r6, [%rd4];
	add.u32 %r5, %r5, %r6;
FIRST:
	mul.wide.u32 %rd8, %r2, 4;
	add.u64 %rd9, %rd2, %rd8;
	st.shared.u32 [%rd9], %r5;
	add.u32 %r4, %r4, 1;
	setp.lt.u32 %p2, %r4, %r1;
	@%p2 bra LOOP;
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
	.reg .pred %p<3>;
	.reg .b32 %r<8>;
	.reg .b64 %rd<10>;
	.shared .align 4 .b8 s[1024];
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mov.u64 %rd3, s;
	sub.u32 %r3, %r1, %r2;
	mul.wide.u32 %rd4, %r3, 8;
	add.u64 %rd5, %rd2, %rd4;
	setp.eq.u32 %p1, %r2, 0;
	add.s32 %r4, %r2, -1;
	mul.wide.u32 %rd6, %r2, 4;
	add.u64 %rd7, %rd3, %rd6;
	mov.b32 %r5, 0;
$L__BB0_1:
	bar.sync 0;
	ld.global.u32 %r6, [%rd5];
	@%p1 bra $L__BB0_2;
	mul.wide.u32 %rd8, %r4, 4;
	add.u64 %rd9, %rd3, %rd8;
	ld.shared.u32 %r7, [%rd9];
	add.u32 %r6, %r6, %r7;
$L__BB0_2:
	st.shared.u32 [%rd7], %r6;
	add.u32 %r5, %r5, 1;
	setp.lt.u32 %p2, %r5, %r1;
	@%p2 bra $L__BB0_1;
	ret;
}

