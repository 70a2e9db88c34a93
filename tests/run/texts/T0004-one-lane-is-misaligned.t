// One address of a gather is no multiple of four.
// mode: run
// trap: T0004 18 cta (0,0,0), thread (30,0,0)
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
	mad.wide.u32 %d, %t, 4, %d;
	setp.eq.u32 %p, %t, 30;
	@%p add.u64 %d, %d, 1;
	ld.global.u32 %r0, [%d];
	ret;
}
