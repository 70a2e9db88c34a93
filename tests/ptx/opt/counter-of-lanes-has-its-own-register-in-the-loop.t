// mode: opt
// options: --check-optimizer
// Lanes leave the loop in different rounds: its counter has one register while they are in it, and another one for
// what comes after, so the first is linear in the lane's number. The sum, which is not, has one.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mov.f32 %f1, 0f00000000;
HEAD:
	.pragma "nounroll";
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f2, [%rd3];
	add.f32 %f1, %f1, %f2;
	add.s32 %r2, %r2, 256;
	setp.lt.s32 %p1, %r2, %r1;
	@%p1 bra HEAD;
	cvt.rn.f32.s32 %f3, %r2;
	st.global.v2.f32 [%rd1], {%f1, %f3};
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
	.reg .f32 %f<4>;
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mov.f32 %f1, 0f00000000;
$L__BB0_1:
	.pragma "nounroll";
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f2, [%rd3];
	add.f32 %f1, %f1, %f2;
	add.s32 %r2, %r2, 256;
	setp.lt.s32 %p1, %r2, %r1;
	mov.b32 %r3, %r2;
	@%p1 bra $L__BB0_1;
	cvt.rn.f32.s32 %f3, %r3;
	st.global.v2.f32 [%rd1], {%f1,%f3};
	ret;
}

