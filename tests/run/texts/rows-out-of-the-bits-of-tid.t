// Lanes at fixed distances, in rows that come from bits of %tid, for all lanes and for some. What is
// stored by a rule is loaded through an index out of memory, and the other way round.
// mode: run
// options: --block 80 --arg zeros:u32:1 --arg zeros:u64:512
.version 8.0
.target sm_80
.address_size 64
.shared .align 8 .b8 s[4096];
.visible .entry k(.param .u64 zero, .param .u64 far)
{
	.reg .pred %odd, %bad;
	.reg .b32 %t, %o;
	.reg .b64 %z, %f;
	ld.param.u64 %z, [zero];
	ld.param.u64 %f, [far];
	mov.u32 %t, %tid.x;
	and.b32 %o, %t, 5;
	setp.eq.u32 %odd, %o, 1;
	// rows of 2, as far apart as they are long
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, 1;
	shl.b32 %k, %t, 1;
	sub.s32 %i, %k, %j;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 1;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME0;
	bra.uni ALL0;
SOME0:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL0:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE0;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE0:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// rows of 4, as far apart as they are long
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, 3;
	shl.b32 %k, %t, 1;
	sub.s32 %i, %k, %j;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 2;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME1;
	bra.uni ALL1;
SOME1:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL1:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE1;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE1:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// rows of 8, as far apart as they are long
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, 7;
	shl.b32 %k, %t, 1;
	sub.s32 %i, %k, %j;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 3;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME2;
	bra.uni ALL2;
SOME2:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL2:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE2;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE2:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// rows of 16, as far apart as they are long
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, 15;
	shl.b32 %k, %t, 1;
	sub.s32 %i, %k, %j;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 4;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME3;
	bra.uni ALL3;
SOME3:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL3:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE3;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE3:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// every other element
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	shl.b32 %i, %t, 1;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 5;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME4;
	bra.uni ALL4;
SOME4:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL4:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE4;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE4:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// every third element
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	mul.lo.u32 %i, %t, 3;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 6;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME5;
	bra.uni ALL5;
SOME5:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL5:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE5;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE5:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// rows of 8 the other way round
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, 7;
	sub.s32 %k, %t, %j;
	sub.s32 %l, %k, %j;
	add.s32 %i, %l, 7;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 7;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME6;
	bra.uni ALL6;
SOME6:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL6:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE6;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE6:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// rows of 4 in rows of 8 that overlap not
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	shr.u32 %j, %t, 3;
	shl.b32 %k, %j, 2;
	add.s32 %i, %t, %k;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 8;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME7;
	bra.uni ALL7;
SOME7:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL7:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE7;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE7:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// the start of each 4 and what is left
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	and.b32 %j, %t, -4;
	add.s32 %i, %t, %j;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 9;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME8;
	bra.uni ALL8;
SOME8:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL8:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE8;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE8:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	// a division by 8
	{
	.reg .b32 %i, %j, %k, %l, %u, %v, %x;
	.reg .b64 %a, %b, %e, %g, %w, %y;
	.reg .b64 %c, %d, %h;
	div.u32 %j, %t, 8;
	rem.u32 %k, %t, 8;
	mad.lo.u32 %i, %j, 10, %k;
	ld.global.u32 %u, [%z];
	mul.lo.u32 %u, %u, %t;
	add.u32 %u, %u, %i;
	mul.wide.u32 %e, %i, 4;
	mul.wide.u32 %b, %u, 4;
	mov.u64 %g, s;
	add.u64 %a, %e, %g;
	add.u64 %b, %b, %g;
	mad.lo.u32 %v, %t, 77, 10;
	st.shared.u32 [%a], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@%odd bra SOME9;
	bra.uni ALL9;
SOME9:
	not.b32 %v, %v;
	st.shared.u32 [%a], %v;
ALL9:
	bar.sync 0;
	ld.shared.u32 %x, [%b];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	add.u32 %v, %v, 13;
	st.shared.u32 [%b], %v;
	bar.sync 0;
	ld.shared.u32 %x, [%a];
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	@!%odd bra NONE9;
	ld.shared.u32 %x, [%a];
	xor.b32 %x, %x, 1;
NONE9:
	@%odd xor.b32 %v, %v, 1;
	setp.ne.u32 %bad, %x, %v;
	@%bad trap;
	bar.sync 0;
	mul.wide.u32 %h, %i, 8;
	mul.wide.u32 %d, %u, 8;
	add.u64 %c, %h, %f;
	add.u64 %d, %d, %f;
	mul.wide.u32 %w, %v, 1000003;
	st.global.u64 [%c], %w;
	bar.sync 0;
	@%odd add.u64 %w, %w, 5;
	@%odd st.global.u64 [%c], %w;
	bar.sync 0;
	ld.global.u64 %y, [%d];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	add.u64 %w, %w, 9;
	st.global.u64 [%d], %w;
	bar.sync 0;
	ld.global.u64 %y, [%c];
	@%odd ld.global.u64 %y, [%c];
	setp.ne.u64 %bad, %y, %w;
	@%bad trap;
	bar.sync 0;
	}
	ret;
}
