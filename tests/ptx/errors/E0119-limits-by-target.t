// Combinations that came with a later target than their parts.
// error: E0119 12:2
// error: E0119 13:2
// error: E0119 14:2
.version 9.0
.target sm_50
.address_size 64
.entry k()
{
	.reg .b16 %h<4>;
	.reg .b64 %d<4>;
	set.eq.f16.f32 %h1, 0f00000000, 0f00000000;
	cvta.param.u64 %d1, %d2;
	ld.weak.global.b64 %d1, [%d2];
	ret;
}
