// A whole warp loads side by side past the window.
// mode: run
// trap: T0005 20 cta (0,0,0), thread (32,0,0)
// options: --block 64 --arg zeros:u32:256
.version 8.0
.target sm_90
.address_size 64
.shared .align 8 .b8 s[256];
.entry k(.param .u64 buf)
{
	.reg .b64 %d, %z;
	.reg .b32 %r<4>, %t, %a;
	.reg .pred %p, %q;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mov.u32 %a, s;
	mad.lo.u32 %a, %t, 4, %a;
	setp.ge.u32 %p, %t, 32;
	@%p add.u32 %a, %a, 0x200000;
	ld.shared.u32 %r0, [%a];
	ret;
}
