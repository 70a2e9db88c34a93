// Too few, too many.
// error: E0110 15:2
// error: E0110 16:2
// error: E0110 17:2
// error: E0110 18:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add.u32 %r0, %r1;
	mov.u32 %r0, %r1, %r2;
	ret %r0;
	bar.sync;
	ret;
}
