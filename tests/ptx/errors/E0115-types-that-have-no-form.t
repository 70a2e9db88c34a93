// No type, a wrong type, one type too many.
// error: E0115 15:2
// error: E0115 16:2
// error: E0115 17:2
// error: E0115 18:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add %r0, %r1, %r2;
	add.u8 %r0, %r1, %r2;
	add.u32.u32 %r0, %r1, %r2;
	atom.global.add.s64 %d0, [%d1], %d2;
	ret;
}
