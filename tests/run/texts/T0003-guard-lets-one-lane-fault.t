// The guard keeps most lanes with bad addresses away.
// mode: run
// trap: T0003 19 cta (0,0,0), thread (27,0,0)
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
	setp.ge.u32 %p, %t, 10;
	selp.b64 %d, 8, %d, %p;
	setp.eq.u32 %q, %t, 27;
	setp.lt.or.u32 %q, %t, 5, %q;
	@%q ld.global.u32 %r0, [%d];
	ret;
}
