// One lane's index, out of memory, leads outside of what is allocated; the fault names its thread.
// mode: run
// trap: T0003 23 cta (0,0,0), thread (37,0,0)
// options: --block 64 --arg zeros:u32:256
.version 8.0
.target sm_80
.address_size 64
.entry k(.param .u64 buf)
{
	.reg .b64 %d, %o, %q, %p, %a;
	.reg .b32 %t, %v, %i, %x;
	.reg .pred %far;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mul.wide.u32 %o, %t, 4;
	add.u64 %q, %d, %o;
	setp.eq.u32 %far, %t, 37;
	selp.b32 %v, 0x80000000, 64, %far;
	st.global.u32 [%q], %v;
	ld.global.u32 %i, [%q];
	mul.wide.s32 %p, %i, 4;
	add.s64 %a, %d, %p;
	ld.global.u32 %x, [%a+8];
	st.global.u32 [%q], %x;
	ret;
}
