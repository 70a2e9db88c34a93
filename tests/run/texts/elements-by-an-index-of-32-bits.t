// a[i] with indices out of memory: signed ones on both sides of the pointer, unsigned ones, pairs and
// fields around one register, for all lanes and for some.
// mode: run
// options: --block 80 --arg zeros:u32:2048
.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 s[512];
.visible .entry k(.param .u64 buf)
{
	.reg .pred %bad, %some, %more;
	.reg .b32 %t, %u, %i, %w, %x, %y, %n, %m;
	.reg .b64 %d, %mid, %o, %p, %q, %r, %a, %b, %c, %e, %g, %st, %o2, %so, %sb;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mov.u32 %n, %t;
FILL:
	mul.wide.u32 %o, %n, 4;
	add.u64 %q, %d, %o;
	mul.lo.u32 %x, %n, 3;
	st.global.u32 [%q], %x;
	add.u32 %n, %n, 80;
	setp.lt.u32 %more, %n, 2048;
	@%more bra FILL;
	// the index of a lane: (37 t & 127) - 64, by way of shared memory
	mul.lo.u32 %u, %t, 37;
	and.b32 %u, %u, 127;
	sub.s32 %w, %u, 64;
	mov.u64 %sb, s;
	mul.wide.u32 %so, %t, 4;
	add.u64 %st, %sb, %so;
	st.shared.u32 [%st], %w;
	bar.sync 0;
	ld.shared.u32 %i, [%st];
	add.u64 %mid, %d, 4096;
	// signed
	mul.wide.s32 %p, %i, 4;
	add.s64 %a, %mid, %p;
	ld.global.u32 %x, [%a];
	add.s32 %y, %i, 1024;
	mul.lo.u32 %y, %y, 3;
	setp.ne.u32 %bad, %x, %y;
	@%bad trap;
	// two fields of 4 bytes, a step of 8 bytes
	mad.wide.s32 %b, %i, 8, %mid;
	ld.global.u32 %x, [%b+4];
	ld.global.u32 %m, [%b];
	shl.b32 %y, %i, 1;
	add.s32 %y, %y, 1024;
	mul.lo.u32 %y, %y, 3;
	setp.ne.u32 %bad, %m, %y;
	@%bad trap;
	add.u32 %y, %y, 3;
	setp.ne.u32 %bad, %x, %y;
	@%bad trap;
	// 8 bytes at once
	ld.global.u64 %e, [%b];
	cvt.u64.u32 %g, %x;
	shl.b64 %g, %g, 32;
	cvt.u64.u32 %c, %m;
	or.b64 %g, %g, %c;
	setp.ne.u64 %bad, %e, %g;
	@%bad trap;
	// unsigned, in some lanes
	ld.shared.u32 %n, [%st];
	add.u32 %n, %n, 64;
	and.b32 %m, %t, 3;
	setp.eq.u32 %some, %m, 1;
	mov.b32 %x, 77;
	@!%some bra NONE;
	mul.wide.u32 %q, %n, 4;
	add.s64 %r, %q, %d;
	ld.global.u32 %x, [%r+16];
	ld.global.u32 %y, [%r+12];
	add.u32 %x, %x, %y;
	add.u32 %y, %n, 1000;
	st.global.u32 [%r+16], %y;
NONE:
	mul.lo.u32 %y, %n, 6;
	add.u32 %y, %y, 21;
	@!%some mov.b32 %y, 77;
	setp.ne.u32 %bad, %x, %y;
	@%bad trap;
	bar.sync 0;
	// what they have stored, by a sum of 64 bits
	cvt.s64.s32 %o2, %i;
	add.s64 %o2, %o2, 68;
	shl.b64 %o2, %o2, 2;
	add.s64 %o2, %o2, %d;
	ld.global.u32 %x, [%o2];
	add.u32 %y, %n, 1000;
	@!%some add.u32 %y, %n, 4;
	@!%some mul.lo.u32 %y, %y, 3;
	setp.ne.u32 %bad, %x, %y;
	@%bad trap;
	ret;
}
