// Accesses off one register, which rises by half of their size: every other lane's is misaligned.
// mode: run
// trap: T0004 17 cta (0,0,0), thread (1,0,0)
// options: --block 32 --arg zeros:u32:256
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %i, %w;
	.reg .b64 %d, %q, %o, %v;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	mul.wide.u32 %o, %i, 4;
	add.u64 %q, %d, %o;
	ld.global.u32 %w, [%q+4];
	ld.global.u64 %v, [%q];
	st.global.u64 [%q+8], %v;
	ret;
}
