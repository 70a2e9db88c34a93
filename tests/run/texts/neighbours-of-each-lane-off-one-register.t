// Each lane reads several neighbouring elements of its own, at places that come from memory: vectors and
// loads off one register, for all lanes and for some, with a store in between, and of two sizes.
// mode: run
// options: --block 80 --arg zeros:u32:2048
.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 s[512];
.visible .entry k(.param .u64 buf)
{
	.reg .pred %bad, %some, %more;
	.reg .b32 %t, %i, %w, %x, %y, %z, %v, %n, %m, %u, %sum, %want, %one, %two;
	.reg .b64 %d, %o, %p, %q, %so, %st, %sb, %a, %b, %c, %e, %g, %null;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mov.u32 %n, %t;
FILL:
	mul.wide.u32 %o, %n, 4;
	add.u64 %q, %d, %o;
	mul.lo.u32 %x, %n, -3;
	st.global.u32 [%q], %x;
	add.u32 %n, %n, 80;
	setp.lt.u32 %more, %n, 2048;
	@%more bra FILL;
	// a lane has 16 words from 16 * (37 t & 127) on, and knows by way of shared memory
	mul.lo.u32 %w, %t, 37;
	and.b32 %w, %w, 127;
	shl.b32 %w, %w, 4;
	mov.u64 %sb, s;
	mul.wide.u32 %so, %t, 4;
	add.u64 %st, %sb, %so;
	st.shared.u32 [%st], %w;
	bar.sync 0;
	ld.shared.u32 %i, [%st];
	cvt.u64.u32 %o, %i;
	shl.b64 %o, %o, 2;
	add.u64 %p, %d, %o;
	// four, the second one first
	ld.global.u32 %y, [%p+4];
	ld.global.u32 %x, [%p];
	ld.global.u32 %v, [%p+12];
	ld.global.u32 %z, [%p+8];
	shl.b32 %y, %y, 1;
	mad.lo.u32 %sum, %z, 4, %x;
	mad.lo.u32 %sum, %v, 8, %sum;
	add.u32 %sum, %sum, %y;
	// (i + 2 (i + 1) + 4 (i + 2) + 8 (i + 3)) * -3
	mad.lo.u32 %want, %i, 15, 34;
	mul.lo.u32 %want, %want, -3;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// three, of which one is widened
	ld.global.s32 %a, [%p+24];
	ld.global.u32 %x, [%p+20];
	ld.global.u32 %y, [%p+16];
	cvt.u32.u64 %z, %a;
	shr.s64 %b, %a, 63;
	setp.ne.s64 %bad, %b, -1;
	@%bad trap;
	mad.lo.u32 %sum, %x, 2, %y;
	mad.lo.u32 %sum, %z, 4, %sum;
	mad.lo.u32 %want, %i, 7, 38;
	mul.lo.u32 %want, %want, -3;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// two words of 64 bits
	ld.global.u64 %a, [%p+32];
	ld.global.u64 %b, [%p+40];
	shr.u64 %c, %a, 32;
	cvt.u32.u64 %x, %c;
	cvt.u32.u64 %y, %b;
	mad.lo.u32 %sum, %y, 2, %x;
	mad.lo.u32 %want, %i, 3, 29;
	mul.lo.u32 %want, %want, -3;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// vectors
	ld.global.v4.u32 {%x, %y, %z, %v}, [%p+48];
	mad.lo.u32 %sum, %y, 2, %x;
	mad.lo.u32 %sum, %z, 4, %sum;
	mad.lo.u32 %sum, %v, 8, %sum;
	mad.lo.u32 %want, %i, 15, 214;
	mul.lo.u32 %want, %want, -3;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	ld.global.v2.u32 {%x, %y}, [%p+8];
	ld.global.v2.u64 {%a, %b}, [%p+16];
	shr.u64 %c, %b, 32;
	cvt.u32.u64 %z, %c;
	mad.lo.u32 %sum, %y, 2, %x;
	mad.lo.u32 %sum, %z, 4, %sum;
	mad.lo.u32 %want, %i, 7, 36;
	mul.lo.u32 %want, %want, -3;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// some lanes; the others have no address
	mul.hi.u32 %m, %t, 1431655766;
	mul.lo.u32 %m, %m, 3;
	setp.eq.u32 %some, %m, %t;
	selp.b64 %q, %p, 0, %some;
	mov.u32 %sum, 77;
	mov.u32 %want, 77;
	@!%some bra NONE;
	ld.global.u32 %x, [%q+8];
	ld.global.u32 %y, [%q+4];
	ld.global.u32 %z, [%q+12];
	ld.global.u32 %v, [%q];
	mad.lo.u32 %sum, %y, 2, %x;
	mad.lo.u32 %sum, %z, 4, %sum;
	mad.lo.u32 %sum, %v, 8, %sum;
	ld.global.v2.u32 {%x, %y}, [%q+24];
	add.u32 %sum, %sum, %x;
	sub.u32 %sum, %sum, %y;
	ld.global.v4.u32 {%x, %y, %z, %v}, [%q+32];
	add.u32 %sum, %sum, %z;
	sub.u32 %sum, %sum, %v;
	mad.lo.u32 %want, %i, 15, 16;
	mul.lo.u32 %want, %want, -3;
	add.u32 %want, %want, 6;
NONE:
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// a store in between, through another register
	add.u64 %g, %p, 4;
	ld.global.u32 %x, [%p];
	ld.global.u32 %one, [%p+8];
	st.global.u32 [%g], %t;
	st.global.u32 [%g+4], %t;
	ld.global.u32 %y, [%p+4];
	ld.global.u32 %two, [%p+8];
	setp.ne.u32 %bad, %y, %t;
	@%bad trap;
	setp.ne.u32 %bad, %two, %t;
	@%bad trap;
	mad.lo.u32 %want, %i, 2, 2;
	mul.lo.u32 %want, %want, -3;
	add.u32 %sum, %x, %one;
	setp.ne.u32 %bad, %sum, %want;
	@%bad trap;
	// two, and a store to the second one, which is read again
	ld.global.u32 %x, [%p+32];
	ld.global.u32 %y, [%p+36];
	add.u32 %z, %y, %x;
	st.global.u32 [%p+36], %z;
	ld.global.u32 %v, [%p+36];
	setp.ne.u32 %bad, %v, %z;
	@%bad trap;
	ret;
}
