// Integers in four bases, floats in decimal and as bits.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %r;
	.reg .u64 %d;
	.reg .f32 %f;
	.reg .f64 %e;
	mov.u32 %r, 42;
	mov.u32 %r, 052;
	mov.u32 %r, 0x2a;
	mov.u32 %r, 0X2AU;
	mov.u32 %r, 0b101010;
	mov.u32 %r, -1;
	mov.u64 %d, 18446744073709551615U;
	mov.u64 %d, -9223372036854775808;
	mov.f32 %f, 1.5;
	mov.f32 %f, 0f3FC00000;
	mov.f32 %f, 0F7f800000;
	mov.f64 %e, 1.5e-3;
	mov.f64 %e, 0d3FF8000000000000;
	ret;
}
