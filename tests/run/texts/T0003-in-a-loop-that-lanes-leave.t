// In the fifth round the lanes that are left walk off the memory; the first is thread 5.
// mode: run
// trap: T0003 18 cta (0,0,0), thread (5,0,0)
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
	mov.u32 %r0, 0;
L:
	ld.global.u32 %r1, [%d];
	add.u32 %r0, %r0, 1;
	setp.eq.u32 %p, %r0, 5;
	@%p add.u64 %d, %d, 0x4000000;
	setp.le.u32 %p, %r0, %t;
	@%p bra L;
	ret;
}
