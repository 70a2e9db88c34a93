// A long instruction is emitted for one vector of a warp after the other, and both alternate. What both need, here the
// parts of an operand that is the same in all lanes, is computed once, before either reads it.
// mode: run
// options: --block 64 --arg zeros:u32:64 --arg 0x04030201
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf, .param .u32 same)
{
	.reg .b32 %t, %s, %u, %v, %a, %d, %e, %x, %y;
	.reg .b64 %b, %p, %w;
	.reg .pred %q;
	mov.u32 %t, %tid.x;
	ld.param.u64 %b, [buf];
	ld.param.u32 %v, [same];
	ld.global.u32 %u, [%b];
	add.u32 %s, %u, %v;
	mul.wide.u32 %w, %t, 4;
	add.u64 %p, %b, %w;
	ld.global.u32 %a, [%p];
	mad.lo.u32 %a, %t, 0x10003, %a;
	dp4a.s32.u32 %d, %s, %a, 7;
	dp2a.lo.u32.u32 %d, %a, %s, %d;
	dp2a.hi.u32.u32 %d, %a, %s, %d;
	// 1 * low + 2 * high + 3 * low + 4 * high, and the same of bytes
	and.b32 %x, %a, 0xffff;
	shr.u32 %y, %a, 16;
	mad.lo.u32 %e, %x, 4, 7;
	mad.lo.u32 %e, %y, 6, %e;
	and.b32 %x, %a, 0xff;
	add.u32 %e, %e, %x;
	bfe.u32 %x, %a, 8, 8;
	mad.lo.u32 %e, %x, 2, %e;
	bfe.u32 %x, %a, 16, 8;
	mad.lo.u32 %e, %x, 3, %e;
	shr.u32 %x, %a, 24;
	mad.lo.u32 %e, %x, 4, %e;
	setp.ne.u32 %q, %d, %e;
	@%q trap;
	ret;
}
