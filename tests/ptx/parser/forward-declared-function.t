// A function may be declared before it is defined.
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f(.param .b32 a);
.entry k()
{
	.param .b32 x, y;
	st.param.b32 [x], 1;
	call (y), f, (x);
	ret;
}
.func (.param .b32 r) f(.param .b32 a)
{
	.reg .b32 %a;
	ld.param.b32 %a, [a];
	st.param.b32 [r], %a;
	ret;
}
