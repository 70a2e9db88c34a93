// mode: opt
// options: --check-optimizer
// A thread's number and a small one do not wrap, so an address takes the constant; any number may.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .f32 %f<60>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r9, [n];
	mov.u32 %r1, %tid.x;
	shl.b32 %r2, %r1, 3;
	mul.wide.u32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f1, [%rd3];
	add.u32 %r3, %r2, 5;
	mul.wide.u32 %rd4, %r3, 4;
	add.s64 %rd5, %rd1, %rd4;
	ld.global.f32 %f2, [%rd5];
	add.u32 %r4, %r9, 5;
	mul.wide.u32 %rd6, %r4, 4;
	add.s64 %rd7, %rd1, %rd6;
	ld.global.f32 %f3, [%rd7];
	add.f32 %f4, %f1, %f2;
	add.f32 %f4, %f4, %f3;
	st.global.f32 [%rd3], %f4;
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
	.reg .f32 %f<6>;
	.reg .b32 %r<5>;
	.reg .b64 %rd<6>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	shl.b32 %r3, %r2, 3;
	mul.wide.u32 %rd2, %r3, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f1, [%rd3];
	ld.global.f32 %f2, [%rd3+20];
	add.u32 %r4, %r1, 5;
	mul.wide.u32 %rd4, %r4, 4;
	add.s64 %rd5, %rd1, %rd4;
	ld.global.f32 %f3, [%rd5];
	add.f32 %f4, %f1, %f2;
	add.f32 %f5, %f4, %f3;
	st.global.f32 [%rd3], %f5;
	ret;
}

