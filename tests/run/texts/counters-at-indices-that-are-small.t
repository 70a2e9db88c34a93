// Lanes count in shared memory at indices of which the code says how large they get: by a mask, a shift, a loaded
// byte. Each sum is compared with what a loop over the threads finds. The same in the forms that compilers give it:
// addresses of 32 bits, offsets that are masked, products of 16 bits, shifts of 64.
// mode: run
// options: --block 64 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.shared .align 4 .b8 m[1024];
	.shared .align 4 .b8 w[1024];
	.reg .b16 %c;
	.reg .b32 %u, %y, %z;
	.reg .pred %p;
	.reg .b32 %t, %i, %n, %h, %b, %s, %v;
	.reg .b64 %d, %q, %o, %a, %g;
	mov.u32 %t, %tid.x;
	ld.param.u64 %d, [buf];
	mov.u64 %q, m;
	mul.wide.u32 %o, %t, 4;
	add.u64 %a, %q, %o;
	st.shared.u32 [%a], 0;
	st.shared.u32 [%a+256], 0;
	st.shared.u32 [%a+512], 0;
	st.shared.u32 [%a+768], 0;
	mov.u32 %u, w;
	shl.b32 %y, %t, 2;
	add.s32 %z, %u, %y;
	st.shared.u32 [%z], 0;
	st.shared.u32 [%z+256], 0;
	st.shared.u32 [%z+512], 0;
	st.shared.u32 [%z+768], 0;
	mul.lo.u32 %h, %t, 0x9e3779b1;
	add.u64 %g, %d, %o;
	st.global.u32 [%g], %h;
	bar.sync 0;
	add.u32 %n, %t, 1;
	// by a mask: 0 .. 63
	shr.u32 %b, %h, 13;
	and.b32 %i, %b, 63;
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %q, %o;
	red.shared.add.u32 [%a], %n;
	// by a shift: 64 .. 127
	shr.u32 %i, %h, 26;
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %q, %o;
	red.shared.max.u32 [%a+256], %n;
	// by a byte: 128 .. 383, of which 128 are there; the upper half counts nowhere
	ld.global.u8 %i, [%g+2];
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %q, %o;
	setp.lt.u32 %p, %i, 128;
	@%p red.shared.add.u32 [%a+512], 1;
	// by a masked offset: 0 .. 63
	shr.u32 %y, %h, 11;
	and.b32 %y, %y, 252;
	add.s32 %z, %u, %y;
	atom.shared.add.u32 %v, [%z], %n;
	// by a byte in 64 bits: 64 .. 127, by bits 18 .. 23
	ld.global.u8 %c, [%g+2];
	shr.u16 %c, %c, 2;
	cvt.u64.u16 %o, %c;
	shl.b64 %o, %o, 2;
	cvt.u64.u32 %a, %u;
	add.s64 %a, %a, %o;
	atom.shared.add.u32 %v, [%a+256], 1;
	bar.sync 0;

	mul.wide.u32 %o, %t, 4;
	add.u64 %a, %q, %o;
	mov.u32 %s, 0;
	mov.u32 %n, 0;
mask:
	mul.lo.u32 %h, %n, 0x9e3779b1;
	shr.u32 %b, %h, 13;
	and.b32 %b, %b, 63;
	setp.eq.u32 %p, %b, %t;
	add.u32 %n, %n, 1;
	@%p add.u32 %s, %s, %n;
	setp.lt.u32 %p, %n, 64;
	@%p bra mask;
	ld.shared.u32 %v, [%a];
	setp.ne.u32 %p, %v, %s;
	@%p trap;
	mov.u32 %s, 0;
	mov.u32 %n, 0;
shift:
	mul.lo.u32 %h, %n, 0x9e3779b1;
	shr.u32 %b, %h, 26;
	setp.eq.u32 %p, %b, %t;
	add.u32 %n, %n, 1;
	@%p mov.u32 %s, %n;
	setp.lt.u32 %p, %n, 64;
	@%p bra shift;
	ld.shared.u32 %v, [%a+256];
	setp.ne.u32 %p, %v, %s;
	@%p trap;
	mov.u32 %s, 0;
	mov.u32 %n, 0;
byte:
	mul.lo.u32 %h, %n, 0x9e3779b1;
	shr.u32 %b, %h, 16;
	and.b32 %b, %b, 255;
	setp.eq.u32 %p, %b, %t;
	add.u32 %n, %n, 1;
	@%p add.u32 %s, %s, 1;
	setp.lt.u32 %p, %n, 64;
	@%p bra byte;
	ld.shared.u32 %v, [%a+512];
	setp.ne.u32 %p, %v, %s;
	@%p trap;
	// that byte in 16 bits, now of lanes that know what is there
	bar.sync 0;
	ld.global.u8 %c, [%g+1];
	mul.wide.u16 %y, %c, 4;
	add.s32 %z, %y, %u;
	red.shared.or.b32 [%z], 0;
	// masked offsets are the same bits as the first mask
	ld.shared.u32 %v, [%a];
	shl.b32 %y, %t, 2;
	add.s32 %z, %u, %y;
	ld.shared.u32 %s, [%z];
	setp.ne.u32 %p, %v, %s;
	@%p trap;
	mov.u32 %s, 0;
	mov.u32 %n, 0;
shifted:
	mul.lo.u32 %h, %n, 0x9e3779b1;
	shr.u32 %b, %h, 18;
	and.b32 %b, %b, 63;
	setp.eq.u32 %p, %b, %t;
	add.u32 %n, %n, 1;
	@%p add.u32 %s, %s, 1;
	setp.lt.u32 %p, %n, 64;
	@%p bra shifted;
	ld.shared.u32 %v, [%z+256];
	setp.ne.u32 %p, %v, %s;
	@%p trap;
	ret;
}
