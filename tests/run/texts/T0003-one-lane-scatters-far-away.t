// One address of a warp is in no allocation; lanes before it have stored.
// mode: run
// trap: T0003 19 cta (0,0,0), thread (21,0,0)
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
	setp.eq.u32 %p, %t, 21;
	mov.u64 %z, 0x7abc00000000;
	selp.b64 %d, %z, %d, %p;
	st.global.u32 [%d], %t;
	ret;
}
