// mode: opt
// options: --check-optimizer
// More rounds than a loop is unrolled for without an array: the sums are in registers then.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q)
{
	.local .align 16 .b8 sums[32];
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .f32 %f<60>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd7, [q];
	mov.u64 %rd2, sums;
	ld.global.f32 %f9, [%rd1];
	ld.global.f32 %f10, [%rd1+4];
	mov.u32 %r2, 0;
FIRST:
	mul.wide.u32 %rd3, %r2, 4;
	add.s64 %rd4, %rd2, %rd3;
	st.local.f32 [%rd4], 0f00000000;
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p1, %r2, 8;
	@%p1 bra FIRST;
	mov.u32 %r2, 0;
HEAD:
	mul.wide.u32 %rd3, %r2, 4;
	add.s64 %rd4, %rd2, %rd3;
	ld.local.f32 %f1, [%rd4];
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	add.f32 %f1, %f1, %f9;
	mul.f32 %f1, %f1, %f10;
	st.local.f32 [%rd4], %f1;
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p2, %r2, 8;
	@%p2 bra HEAD;
	ld.local.f32 %f2, [sums];
	ld.local.f32 %f3, [sums+28];
	sub.f32 %f4, %f2, %f3;
	st.global.f32 [%rd7], %f4;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u64 q
)
{
	.reg .f32 %f<26>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.f32 %f1, [%rd1];
	ld.global.f32 %f2, [%rd1+4];
	add.f32 %f3, 0f00000000, %f1;
	fma.rn.f32 %f4, %f3, %f2, %f1;
	fma.rn.f32 %f5, %f4, %f2, %f1;
	fma.rn.f32 %f6, %f5, %f2, %f1;
	fma.rn.f32 %f7, %f6, %f2, %f1;
	fma.rn.f32 %f8, %f7, %f2, %f1;
	fma.rn.f32 %f9, %f8, %f2, %f1;
	fma.rn.f32 %f10, %f9, %f2, %f1;
	fma.rn.f32 %f11, %f10, %f2, %f1;
	fma.rn.f32 %f12, %f11, %f2, %f1;
	fma.rn.f32 %f13, %f12, %f2, %f1;
	fma.rn.f32 %f14, %f13, %f2, %f1;
	fma.rn.f32 %f15, %f14, %f2, %f1;
	fma.rn.f32 %f16, %f15, %f2, %f1;
	fma.rn.f32 %f17, %f16, %f2, %f1;
	fma.rn.f32 %f18, %f17, %f2, %f1;
	fma.rn.f32 %f19, %f18, %f2, %f1;
	fma.rn.f32 %f20, %f19, %f2, %f1;
	fma.rn.f32 %f21, %f20, %f2, %f1;
	fma.rn.f32 %f22, %f21, %f2, %f1;
	fma.rn.f32 %f23, %f22, %f2, %f1;
	mul.f32 %f24, %f23, %f2;
	sub.f32 %f25, %f24, %f24;
	st.global.f32 [%rd2], %f25;
	ret;
}

