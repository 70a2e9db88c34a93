// mode: opt
// options: --check-optimizer
// The parameters become values; a function that calls itself is still called.
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
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	{
		.param .b32 x;
		.param .b32 y;
		st.param.b32 [x], %r1;
		call.uni (y), twice, (x);
		ld.param.b32 %r2, [y];
	}
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

.visible .entry k(
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

