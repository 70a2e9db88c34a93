// mode: opt
// options: --check-optimizer
// Where the rounding is left open; .rn says that it is not.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.global.f32 %f1, [%rd1];
	ld.global.f32 %f2, [%rd1+4];
	mul.f32 %f3, %f1, %f2;
	add.f32 %f4, %f3, 0f3F800000;
	mul.rn.f32 %f5, %f1, %f2;
	add.f32 %f6, %f5, 0f40000000;
	mul.f32 %f7, %f4, %f6;
	sub.f32 %f8, %f1, %f7;
	st.global.f32 [%rd1], %f8;
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
	.reg .f32 %f<8>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.global.f32 %f1, [%rd1];
	ld.global.f32 %f2, [%rd1+4];
	fma.rn.f32 %f3, %f1, %f2, 0f3F800000;
	mul.rn.f32 %f4, %f1, %f2;
	add.f32 %f5, %f4, 0f40000000;
	neg.f32 %f6, %f3;
	fma.rn.f32 %f7, %f6, %f5, %f1;
	st.global.f32 [%rd1], %f7;
	ret;
}

