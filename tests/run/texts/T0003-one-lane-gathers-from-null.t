// One address of a warp is null; the fault names its thread.
// mode: run
// trap: T0003 18 cta (0,0,0), thread (45,0,0)
// options: --block 64 --arg zeros:u32:256
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 buf)
{
	.reg .b64 %d, %z;
	.reg .b32 %r<4>, %t, %a;
	.reg .pred %p, %q;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mad.wide.u32 %d, %t, 4, %d;
	setp.eq.u32 %p, %t, 45;
	selp.b64 %d, 0, %d, %p;
	ld.global.u32 %r0, [%d];
	st.global.u32 [%d], %r0;
	ret;
}
