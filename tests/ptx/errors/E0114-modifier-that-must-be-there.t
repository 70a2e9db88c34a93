// Rounding, half of the product, scope.
// error: E0114 16:2
// error: E0114 17:2
// error: E0114 18:2
// error: E0114 19:2
// error: E0114 20:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	mul.u32 %r0, %r1, %r2;
	div.f32 %f0, %f1, %f2;
	ld.acquire.global.u32 %r0, [%d0];
	st.gpu.global.u32 [%d0], %r0;
	setp.u32 %p0, %r0, %r1;
	ret;
}
