// What PTX 3.2 has for sm_20: conversions of half precision, fences with a scope, carries of 64 bits.
// mode: check
.version 3.2
.target sm_20
.address_size 64
.entry k()
{
	.reg .b16 %h<4>;
	.reg .b32 %r<4>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .f64 %g<4>;
	cvt.f32.f16 %f1, %h1;
	cvt.rn.f16.f32 %h1, %f1;
	cvt.rn.f16.f64 %h1, %g1;
	cvt.f64.f16 %g1, %h1;
	cvt.rn.f16.s32 %h1, %r1;
	cvt.rzi.s32.f16 %r1, %h1;
	membar.cta;
	membar.gl;
	membar.sys;
	addc.u64 %d1, %d2, %d3;
	subc.u64 %d1, %d2, %d3;
	madc.lo.u64 %d1, %d2, %d3, %d1;
	ret;
}
