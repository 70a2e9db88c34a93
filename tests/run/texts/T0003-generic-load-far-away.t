// A generic address in no window and no allocation.
// mode: run
// trap: T0003 19 cta (0,0,0), thread (17,0,0)
// options: --block 32 --arg zeros:u32:256
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
	cvta.global.u64 %d, %d;
	mad.wide.u32 %d, %t, 4, %d;
	setp.eq.u32 %p, %t, 17;
	selp.b64 %d, 0x123456789abc, %d, %p;
	ld.u32 %r0, [%d];
	ret;
}
