// mode: opt
// options: --check-optimizer
// A pointer that is one function is that function, whose body then takes the place of the call. One that is not known may
// be a function whose address the module takes, for which the code asks first. A call whose prototype is not the
// function's stays.
.version 8.6
.target sm_90
.address_size 64
.func (.param .b32 r) twice(.param .b32 a)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [a];
	add.s32 %r2, %r1, %r1;
	st.param.b32 [r], %r2;
	ret;
}
.visible .entry known(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<3>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u64 %rd2, twice;
	setp.eq.u32 %p1, %r1, 0;
	mov.u64 %rd3, %rd2;
	@%p1 bra ON;
	mov.u64 %rd3, twice;
ON:
	{
		.param .b32 x;
		.param .b32 y;
		st.param.b32 [x], %r1;
	proto: .callprototype (.param .b32 _) _ (.param .b32 _);
		call (y), %rd3, (x), proto;
		ld.param.b32 %r2, [y];
	}
	st.global.u32 [%rd1], %r2;
	ret;
}
.visible .entry unknown(.param .u64 p, .param .u64 f)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [f];
	mov.u64 %rd3, twice;
	{
		.param .b32 x;
		.param .b32 y;
		st.param.b32 [x], 1;
	proto1: .callprototype (.param .b32 _) _ (.param .b32 _);
		call (y), %rd2, (x), proto1;
		ld.param.b32 %r2, [y];
	}
	{
		.param .b64 x;
		.param .b32 y;
		st.param.b64 [x], 1;
	proto2: .callprototype (.param .b32 _) _ (.param .b64 _);
		call (y), %rd3, (x), proto2;
		ld.param.b32 %r3, [y];
	}
	add.u32 %r2, %r2, %r3;
	st.global.u32 [%rd1], %r2;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.func (.param .b32 r) twice(.param .b32 a)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [a];
	add.s32 %r2, %r1, %r1;
	st.param.b32 [r], %r2;
	ret;
}

.visible .entry known(
	.param .u64 p,
	.param .u32 n
)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	add.s32 %r2, %r1, %r1;
	st.global.u32 [%rd1], %r2;
	ret;
}

.visible .entry unknown(
	.param .u64 p,
	.param .u64 f
)
{
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	.param .b32 x;
	.param .b32 y;
	.param .b64 x_1;
	.param .b32 y_2;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [f];
	mov.u64 %rd3, twice;
	st.param.b32 [x], 1;
	setp.eq.u64 %p1, %rd2, %rd3;
	mov.b32 %r1, 2;
	@%p1 bra $L__BB2_1;
proto1: .callprototype (.param .b32 _) _ (.param .b32 _);
	call (y), %rd2, (x), proto1;
	ld.param.b32 %r1, [y];
$L__BB2_1:
	st.param.b64 [x_1], 1;
proto2: .callprototype (.param .b32 _) _ (.param .b64 _);
	call (y_2), %rd3, (x_1), proto2;
	ld.param.b32 %r2, [y_2];
	add.u32 %r3, %r2, %r1;
	st.global.u32 [%rd1], %r3;
	ret;
}

