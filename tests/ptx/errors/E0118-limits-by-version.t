// Combinations that came with a later version than their parts.
// error: E0118 15:2
// error: E0118 16:2
// error: E0118 17:2
// error: E0118 18:2
.version 6.4
.target sm_70
.address_size 64
.entry k()
{
	.reg .b16 %h<4>;
	.reg .b32 %r<4>;
	.reg .b64 %d<4>;
	.reg .pred %p<4>;
	set.lt.u32.f16 %r1, %h1, %h2;
	cvta.param.u64 %d1, %d2;
	isspacep.param %p1, %d2;
	set.gt.s32.f16x2 %r1, %r2, %r3;
	set.lt.f16.f16 %h3, %h1, %h2;
	atom.global.sys.add.u32 %r1, [%d1], %r2;
	ret;
}
