// A comparison of pairs may give its first predicate alone; further forms of half precision and carries.
.version 9.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b16 %h<5>;
	.reg .b32 %r<5>;
	.reg .pred %p<4>;
	setp.eq.f16x2 %p1, %r1, %r2;
	setp.lt.and.f16x2 %p1, %r1, %r2, %p3;
	setp.eq.bf16x2 %p1, %r1, %r2;
	setp.eq.bf16x2 %p1|%p2, %r1, %r2;
	fma.rz.bf16 %h1, %h2, %h3, %h4;
	fma.rm.relu.bf16 %h1, %h2, %h3, %h4;
	fma.rp.bf16x2 %r1, %r2, %r3, %r4;
	fma.rz.oob.relu.bf16x2 %r1, %r2, %r3, %r4;
	add.cc.u32 %r1, %r2, %r3;
	addc.u16 %h1, %h2, %h3;
	subc.s16 %h1, %h2, %h3;
	madc.lo.u16 %h1, %h2, %h3, %h4;
	madc.hi.s16 %h1, %h2, %h3, %h4;
	ret;
}
