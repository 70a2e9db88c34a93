// Compiled code leaves out what is never read, here a clz and so the sum before the call: the registers that only they read
// hold any value then, which is no error of compiled code (SIMT_JIT_DEBUG=verify).
// mode: run
// options: --block 32 --arg zeros:u32:32
.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 r) twice(.param .b32 a)
{
	.reg .b32 %a;
	ld.param.b32 %a, [a];
	shl.b32 %a, %a, 1;
	st.param.b32 [r], %a;
	ret;
}
.func (.param .b32 r) three(.param .b32 a)
{
	.reg .b32 %a, %b, %s, %n;
	ld.param.b32 %a, [a];
	add.u32 %s, %a, 814;
	{
	.param .b32 x, y;
	st.param.b32 [x], %a;
	call (y), twice, (x);
	ld.param.b32 %b, [y];
	}
	clz.b32 %n, %s;
	add.u32 %b, %b, %a;
	st.param.b32 [r], %b;
	ret;
}
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %t, %v, %w;
	.reg .pred %p;
	mov.u32 %t, %tid.x;
	{
	.param .b32 x, y;
	st.param.b32 [x], %t;
	call (y), three, (x);
	ld.param.b32 %v, [y];
	}
	mul.lo.u32 %w, %t, 3;
	setp.ne.u32 %p, %v, %w;
	@%p trap;
	ret;
}
