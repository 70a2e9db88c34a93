// A call passes arguments and takes results in .param variables.
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f(.param .b32 a, .param .align 4 .b8 s[8])
{
	.reg .b32 %a, %b;
	ld.param.b32 %a, [a];
	ld.param.b32 %b, [s+4];
	add.s32 %a, %a, %b;
	st.param.b32 [r+0], %a;
	ret;
}
.entry k()
{
	.reg .b32 %x;
	mov.b32 %x, 3;
	{
		.param .b32 p0;
		.param .align 4 .b8 p1[8];
		.param .b32 ret0;
		st.param.b32 [p0+0], %x;
		st.param.b32 [p1+0], %x;
		st.param.b32 [p1+4], %x;
		call.uni (ret0), f, (p0, p1);
		ld.param.b32 %x, [ret0+0];
	}
	ret;
}
