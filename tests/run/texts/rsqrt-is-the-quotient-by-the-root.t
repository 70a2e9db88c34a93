// rsqrt.approx is 1 / sqrt(x), each rounded to nearest, of whatever number: of many, of those near the ends of
// what the host's estimate is refined of, of roots whose digits are all ones, and of special ones.
// mode: run
// options: --block 64 --arg u32:400
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 rounds)
{
	.reg .pred %p, %q;
	.reg .b32 %t, %x, %i, %n, %e, %a, %b, %m;
	.reg .f32 %f, %r, %s, %w;
	mov.u32 %t, %tid.x;
	ld.param.u32 %n, [rounds];
	mov.u32 %i, 0;
	mad.lo.u32 %x, %t, 0x9e3779b1, 12345;
round:
	mad.lo.u32 %x, %x, 1664525, 1013904223;
	mov.u32 %a, %x;
	// three of four rounds: not random bits, but few of them cleared or set
	and.b32 %e, %i, 3;
	setp.eq.u32 %p, %e, 1;
	and.b32 %m, %x, 0x3f800003;
	add.u32 %m, %m, 0x007ffffc;
	selp.b32 %a, %m, %a, %p;
	setp.eq.u32 %p, %e, 2;
	and.b32 %m, %x, 0x00ffffff;
	add.u32 %m, %m, 0x3f800000;
	selp.b32 %a, %m, %a, %p;
	// the first lane's are special now and then
	setp.eq.u32 %p, %e, 3;
	setp.eq.and.u32 %p, %t, 0, %p;
	shr.u32 %m, %i, 2;
	and.b32 %m, %m, 15;
	shl.b32 %e, %m, 28;
	or.b32 %e, %e, %m;
	@%p mov.b32 %a, %e;
	setp.eq.and.u32 %q, %m, 1, %p;
	@%q mov.b32 %a, 0x7f800000;
	setp.eq.and.u32 %q, %m, 2, %p;
	@%q mov.b32 %a, 0x0cffffff;
	setp.eq.and.u32 %q, %m, 3, %p;
	@%q mov.b32 %a, 0x0d000000;
	setp.eq.and.u32 %q, %m, 4, %p;
	@%q mov.b32 %a, 0x7dffffff;
	setp.eq.and.u32 %q, %m, 5, %p;
	@%q mov.b32 %a, 0x7e000000;
	setp.eq.and.u32 %q, %m, 6, %p;
	@%q mov.b32 %a, 0xff800000;
	setp.eq.and.u32 %q, %m, 7, %p;
	@%q mov.b32 %a, 0x7fc12345;
	mov.b32 %f, %a;
	rsqrt.approx.f32 %r, %f;
	sqrt.rn.f32 %s, %f;
	div.rn.f32 %w, 0f3f800000, %s;
	mov.b32 %a, %r;
	mov.b32 %b, %w;
	setp.ne.u32 %p, %a, %b;
	@%p trap;
	add.u32 %i, %i, 1;
	setp.lt.u32 %p, %i, %n;
	@%p bra round;
	ret;
}
