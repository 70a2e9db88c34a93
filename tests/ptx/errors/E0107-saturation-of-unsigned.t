// Only the signed form of an integer addition saturates.
// error: E0107 12:5
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add.sat.u32 %r0, %r1, %r2;
	ret;
}
