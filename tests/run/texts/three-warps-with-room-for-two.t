// Three warps go through a loop, where the registers of two have room at once: pairs do not divide them. Each sums the same
// words of shared memory, each times its own number, and compares with the sum that is known.
// mode: run
// options: --grid 2 --block 32,3
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %d, %a<2>;
	.reg .b32 %x, %y, %i, %n, %v, %s, %c, %want, %m;
	.reg .f32 %f<6>, %g, %w;
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
	mov.f32 %f0, 0f00000000;
	mov.f32 %f1, 0f00000000;
	mov.f32 %f2, 0f00000000;
	mov.f32 %f3, 0f00000000;
	mov.f32 %f4, 0f00000000;
	mov.f32 %f5, 0f00000000;
	cvt.rn.f32.u32 %g, %y;
round:
	ld.shared.u32 %v, [%a1];
	mad.lo.u32 %s, %v, %y, %s;
	ld.shared.u32 %v, [%a1+128];
	cvt.rn.f32.u32 %w, %v;
	fma.rn.f32 %f0, %w, %g, %f0;
	fma.rn.f32 %f1, %w, %g, %f1;
	fma.rn.f32 %f2, %w, %g, %f2;
	fma.rn.f32 %f3, %w, %g, %f3;
	fma.rn.f32 %f4, %w, %g, %f4;
	fma.rn.f32 %f5, %w, %g, %f5;
	sub.u32 %i, %i, 1;
	setp.ne.u32 %q, %i, 0;
	@%q bra round;
	mul.lo.u32 %want, %x, %y;
	mul.lo.u32 %want, %want, %n;
	setp.ne.u32 %p, %want, %s;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f0;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f1;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f2;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f3;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f4;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	cvt.rzi.u32.f32 %m, %f5;
	setp.ne.u32 %p, %want, %m;
	@%p trap;
	setp.ne.u32 %p, %i, 0;
	@%p trap;
	ret;
}
