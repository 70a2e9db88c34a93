// mode: opt
// options: --check-optimizer --no-signed-wrap
// row * n + i with signed numbers: the row's address moves out, the rounds differ in offsets.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r9, %tid.x;
	mov.f32 %f1, 0f00000000;
	mov.u32 %r2, 0;
HEAD:
	setp.ge.s32 %p1, %r2, %r1;
	@%p1 bra OUT;
	mul.lo.s32 %r3, %r9, %r1;
	add.s32 %r4, %r3, %r2;
	cvt.s64.s32 %rd3, %r4;
	shl.b64 %rd4, %rd3, 2;
	add.s64 %rd5, %rd2, %rd4;
	ld.f32 %f2, [%rd5];
	add.f32 %f1, %f1, %f2;
	add.s32 %r2, %r2, 1;
	bra HEAD;
OUT:
	st.global.f32 [%rd2], %f1;
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
	.reg .f32 %f<10>;
	.reg .pred %p<6>;
	.reg .b32 %r<7>;
	.reg .b64 %rd<11>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r2, %tid.x;
	setp.le.s32 %p1, %r1, 0;
	mov.f32 %f1, 0f00000000;
	@%p1 bra $L__BB0_4;
	mul.lo.s32 %r3, %r1, %r2;
	max.s32 %r4, %r1, -2147483645;
	add.s32 %r5, %r4, -3;
	setp.le.s32 %p2, %r5, 0;
	mov.f32 %f1, 0f00000000;
	mov.b32 %r6, 0;
	@%p2 bra $L__BB0_2;
	mul.wide.s32 %rd3, %r3, 4;
	add.s64 %rd4, %rd2, %rd3;
	mov.b32 %r6, 0;
	mov.f32 %f1, 0f00000000;
$L__BB0_1:
	.pragma "nounroll";
	mul.wide.s32 %rd5, %r6, 4;
	add.s64 %rd6, %rd5, %rd4;
	ld.global.f32 %f2, [%rd6];
	add.f32 %f3, %f1, %f2;
	ld.global.f32 %f4, [%rd6+4];
	add.f32 %f5, %f3, %f4;
	ld.global.f32 %f6, [%rd6+8];
	add.f32 %f7, %f5, %f6;
	ld.global.f32 %f8, [%rd6+12];
	add.f32 %f1, %f7, %f8;
	add.s32 %r6, %r6, 4;
	setp.lt.s32 %p3, %r6, %r5;
	@%p3 bra $L__BB0_1;
	setp.ge.s32 %p4, %r6, %r1;
	@%p4 bra $L__BB0_4;
$L__BB0_2:
	mul.wide.s32 %rd7, %r3, 4;
	add.s64 %rd8, %rd2, %rd7;
$L__BB0_3:
	.pragma "nounroll";
	mul.wide.s32 %rd9, %r6, 4;
	add.s64 %rd10, %rd9, %rd8;
	ld.global.f32 %f9, [%rd10];
	add.f32 %f1, %f1, %f9;
	add.s32 %r6, %r6, 1;
	setp.lt.s32 %p5, %r6, %r1;
	@%p5 bra $L__BB0_3;
$L__BB0_4:
	st.global.f32 [%rd2], %f1;
	ret;
}

