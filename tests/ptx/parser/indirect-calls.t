// An indirect call names a prototype or a list of targets.
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f(.param .b32 a)
{
	.reg .b32 %a;
	ld.param.b32 %a, [a];
	st.param.b32 [r], %a;
	ret;
}
.entry k()
{
	.reg .u64 %t;
	.reg .b32 %x;
	mov.u64 %t, f;
	mov.b32 %x, 1;
	{
		.param .b32 p0;
		.param .b32 r0;
		st.param.b32 [p0], %x;
	proto: .callprototype (.param .b32 _) _ (.param .b32 _);
		call (r0), %t, (p0), proto;
		ld.param.b32 %x, [r0];
	}
	{
		.param .b32 p0;
		.param .b32 r0;
		st.param.b32 [p0], %x;
	list: .calltargets f;
		call (r0), %t, (p0), list;
	}
	ret;
}
