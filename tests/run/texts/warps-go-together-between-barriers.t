// Between two barriers sixteen columns of a tile are the same for all warps, the rows are not; sums go on from one
// stretch to the next, and each thread compares its own.
// mode: run
// options: --grid 3 --block 16,16
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %ta, %tb, %dx, %dy, %a<2>, %r, %col;
	.reg .b32 %x, %y, %k, %u<5>, %v<5>, %s, %m, %want;
	.reg .pred %p;
	.shared .align 4 .b32 ta[256];
	.shared .align 4 .b32 tb[256];
	mov.u32 %x, %tid.x;
	mov.u32 %y, %tid.y;
	mov.u64 %ta, ta;
	mov.u64 %tb, tb;
	mul.wide.u32 %dy, %y, 64;
	mul.wide.u32 %dx, %x, 4;
	add.u64 %r, %ta, %dy;
	add.u64 %col, %tb, %dx;
	add.u64 %a0, %r, %dx;
	add.u64 %a1, %col, %dy;
	mad.lo.u32 %m, %y, 16, %x;
	mov.u32 %s, 0;
	mov.u32 %k, 0;
tile:
	add.u32 %u0, %m, %k;
	st.shared.u32 [%a0], %u0;
	st.shared.u32 [%a1], %x;
	bar.sync 0;
	ld.shared.u32 %u1, [%r];
	ld.shared.u32 %v1, [%col];
	mad.lo.u32 %s, %u1, %v1, %s;
	ld.shared.u32 %u2, [%r+4];
	ld.shared.u32 %v2, [%col+64];
	mad.lo.u32 %s, %u2, %v2, %s;
	ld.shared.u32 %u3, [%r+8];
	ld.shared.u32 %v3, [%col+128];
	mad.lo.u32 %s, %u3, %v3, %s;
	ld.shared.u32 %u4, [%r+60];
	ld.shared.u32 %v4, [%col+960];
	mad.lo.u32 %s, %u4, %v4, %s;
	bar.sync 0;
	add.u32 %k, %k, 1;
	setp.ne.u32 %p, %k, 20;
	@%p bra tile;
	// twenty times x * (4 * 16 * y + 0 + 1 + 2 + 15), and four times 0 + .. + 19
	mad.lo.u32 %want, %y, 64, 18;
	mul.lo.u32 %want, %want, 20;
	add.u32 %want, %want, 760;
	mul.lo.u32 %want, %want, %x;
	setp.ne.u32 %p, %want, %s;
	@%p trap;
	ret;
}
