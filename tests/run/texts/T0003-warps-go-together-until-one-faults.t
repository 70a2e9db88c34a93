// Warps go through a loop together; in its 30th round the fifth one leaves its memory, where the others would stay.
// mode: run
// trap: T0003 34 cta (0,0,0), thread (0,5,0)
// options: --block 32,8 --arg zeros:f32:4096 --arg zeros:f32:4096
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 pa, .param .u64 pb)
{
	.reg .b64 %d, %e, %a, %b, %ay, %bx, %far;
	.reg .b32 %x, %y, %i;
	.reg .f32 %u, %v, %s;
	.reg .pred %p, %q;
	ld.param.u64 %a, [pa];
	ld.param.u64 %b, [pb];
	mov.u32 %x, %tid.x;
	mov.u32 %y, %tid.y;
	mul.wide.u32 %d, %x, 4;
	add.u64 %bx, %b, %d;
	mul.wide.u32 %e, %y, 4;
	add.u64 %ay, %a, %e;
	mov.u32 %i, 0;
	mov.f32 %s, 0f00000000;
	mov.u64 %far, 0x100000000000;
round:
	setp.eq.u32 %p, %i, 29;
	setp.eq.and.u32 %q, %y, 5, %p;
	selp.b64 %far, 0x100000000000, 0, %q;
	add.u64 %ay, %ay, %far;
	ld.global.f32 %v, [%bx];
	fma.rn.f32 %s, %v, %v, %s;
	// what the fifth warp reads now is where nothing is

	ld.global.f32 %u, [%ay];
	fma.rn.f32 %s, %u, %v, %s;
	add.u64 %bx, %bx, 128;
	add.u32 %i, %i, 1;
	setp.ne.u32 %p, %i, 64;
	@%p bra round;
	st.global.f32 [%ay], %s;
	ret;
}
