// The same with vectors, in one cta of several.
// mode: run
// trap: T0003 23 cta (2,0,0), thread (32,0,0)
// options: --block 64 --grid 4 --arg zeros:u32:256
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
	mov.u32 %r0, %ctaid.x;
	setp.eq.u32 %p, %r0, 2;
	setp.ge.and.u32 %p, %t, 32, %p;
	mul.wide.u32 %z, %t, 16;
	add.u64 %d, %d, %z;
	@%p add.u64 %d, %d, 0x4000000;
	and.b64 %z, %d, 1023;
	@!%p sub.u64 %d, %d, %z;
	ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%d];
	ret;
}
