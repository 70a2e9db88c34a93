// Only lanes whose guard holds touch memory.
// mode: run
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
	and.b32 %r0, %t, 5;
	setp.eq.u32 %p, %r0, 5;
	selp.b64 %d, 0x3, %d, %p;
	@!%p st.global.u32 [%d], %t;
	@!%p atom.global.add.u32 %r1, [%d], 1;
	@%p bra DONE;
	ld.global.u32 %r0, [%d];
DONE:
	ret;
}
