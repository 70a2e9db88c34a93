// Each lane writes and reads bytes, halves and wider ones of its own local memory, at addresses that are
// equal in all lanes; some lanes alone in between. What it finds is compared with what was put there.
// mode: run
// options: --block 48 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.local .align 8 .b8 %m[40];
	.reg .pred %p, %odd;
	.reg .b16 %h, %g;
	.reg .b32 %i, %x, %y, %w, %c, %n;
	.reg .b64 %d, %q, %o, %z, %a;
	.reg .f32 %f;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	mul.lo.u32 %x, %i, 0x01030507;
	add.u32 %x, %x, 0x80f1e2d3;
	st.local.u32 [%m], %x;
	st.local.u32 [%m+4], 0xffffffff;
	mov.u64 %q, %m;
	ld.global.u32 %n, [%d];
	cvt.u64.u32 %o, %n;
	add.u64 %q, %q, %o;
	// a byte in the middle of a word, by those that are odd
	and.b32 %y, %i, 1;
	setp.ne.u32 %odd, %y, 0;
	cvt.u16.u32 %h, %i;
	@%odd st.local.u8 [%q+6], %h;
	st.local.u16 [%q+10], %h;
	st.local.u8 [%q+9], %h;
	ld.local.u32 %w, [%m+4];
	mov.u32 %c, 0xffffffff;
	mul.lo.u32 %y, %i, 0x10000;
	or.b32 %y, %y, 0xff00ffff;
	@%odd mov.u32 %c, %y;
	setp.ne.u32 %p, %w, %c;
	@%p trap;
	ld.local.u16 %g, [%q+10];
	setp.ne.u16 %p, %g, %h;
	@%p trap;
	ld.local.s8 %y, [%q+3];
	shr.s32 %w, %x, 24;
	setp.ne.s32 %p, %y, %w;
	@%p trap;
	ld.local.u8 %y, [%q+1];
	bfe.u32 %w, %x, 8, 8;
	setp.ne.u32 %p, %y, %w;
	@%p trap;
	// wide ones, by lanes that went apart
	@%odd bra apart;
	mov.b64 %z, {%i, %x};
	st.local.u64 [%q+16], %z;
	st.local.v2.u32 [%q+24], {%x, %i};
	bra meet;
apart:
	st.local.v2.u32 [%q+16], {%i, %x};
	st.local.u32 [%q+24], %x;
	mov.b32 %f, %i;
	st.local.f32 [%q+28], %f;
	mov.u16 %g, 0x7fff;
	st.local.u16 [%q+34], %g;
	ld.local.s16 %y, [%q+34];
	setp.ne.s32 %p, %y, 0x7fff;
	@%p trap;
meet:
	ld.local.v2.u32 {%y, %w}, [%q+16];
	setp.ne.u32 %p, %y, %i;
	@%p trap;
	ld.local.u64 %a, [%q+24];
	mov.b64 %z, {%x, %i};
	setp.ne.u64 %p, %a, %z;
	@%p trap;
	setp.ne.u32 %p, %w, %x;
	@%p trap;
	// by generic addresses, which are equal, too
	cvta.local.u64 %a, %q;
	ld.u32 %y, [%a+16];
	setp.ne.u32 %p, %y, %i;
	@%p trap;
	st.u8 [%a+19], 1;
	ld.local.u32 %y, [%m+16];
	add.u32 %w, %i, 0x1000000;
	setp.ne.u32 %p, %y, %w;
	@%p trap;
	ret;
}
