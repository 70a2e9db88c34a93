// Of the lanes that the branch lets through, 3 and 19, the second one reads outside. It is known when code is
// made that there are these two.
// mode: run
// trap: T0003 22 cta (0,0,0), thread (19,0,0)
// options: --block 64 --arg zeros:u32:1024
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %i, %w, %l, %n, %m;
	.reg .b64 %d, %q, %o;
	.reg .pred %p;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	and.b32 %l, %i, 15;
	setp.ne.u32 %p, %l, 3;
	@%p bra end;
	sub.s32 %n, %i, 3;
	mul.wide.s32 %o, %n, 0x10000000;
	add.u64 %q, %d, %o;
	ld.global.u32 %w, [%q];
	st.global.u32 [%q+4], %w;
end:
	ret;
}
