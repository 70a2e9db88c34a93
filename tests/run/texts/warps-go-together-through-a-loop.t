// Eight warps sum the same words of shared memory, each times its own number, in a loop that they go through
// together; each compares with the sum that is known. Those of the second cta are through before they meet.
// mode: run
// options: --grid 2 --block 32,8
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %d, %a<2>;
	.reg .b32 %x, %y, %i, %n, %v, %s, %c, %want, %m;
	.reg .f32 %f, %g, %w;
	.reg .pred %p, %q;
	.shared .align 4 .b32 tile[128];
	mov.u32 %x, %tid.x;
	mov.u32 %y, %tid.y;
	mov.u32 %c, %ctaid.x;
	mov.u64 %a0, tile;
	mul.wide.u32 %d, %x, 4;
	add.u64 %a1, %a0, %d;
	setp.ne.u32 %p, %y, 0;
	@%p bra filled;
	st.shared.u32 [%a1], %x;
	st.shared.u32 [%a1+128], %x;
	st.shared.u32 [%a1+256], %x;
	st.shared.u32 [%a1+384], %x;
filled:
	bar.sync 0;
	mul.lo.u32 %n, %c, 90;
	sub.u32 %n, 96, %n;
	mov.u32 %i, %n;
	mov.u32 %s, 0;
	mov.f32 %f, 0f00000000;
	cvt.rn.f32.u32 %g, %y;
round:
	ld.shared.u32 %v, [%a1];
	mad.lo.u32 %s, %v, %y, %s;
	ld.shared.u32 %v, [%a1+128];
	cvt.rn.f32.u32 %w, %v;
	fma.rn.f32 %f, %w, %g, %f;
	sub.u32 %i, %i, 1;
	setp.ne.u32 %q, %i, 0;
	@%q bra round;
	mul.lo.u32 %want, %x, %y;
	mul.lo.u32 %want, %want, %n;
	setp.ne.u32 %p, %want, %s;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	setp.ne.u32 %p, %i, 0;
	@%p trap;
	ret;
}
