// Lanes branch on a register that is read before it is written: either way is right, but it is one of them.
// mode: run
// options: --block 32 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .pred %p;
	.reg .b32 %u, %v, %s, %t, %x;
	.reg .b64 %d, %o;
	mov.u32 %t, %tid.x;
	ld.param.u64 %d, [buf];
	mul.wide.u32 %o, %t, 4;
	add.u64 %d, %d, %o;
	ld.global.u32 %x, [%d];
	add.u32 %s, %v, %x;
	setp.ge.s32 %p, %v, %s;
	@%p bra out;
	st.global.u32 [%d], %t;
out:
	mul.lo.u32 %v, %t, %t;
	add.u32 %u, %v, %x;
	st.global.u32 [%d+64], %x;
	ret;
}
