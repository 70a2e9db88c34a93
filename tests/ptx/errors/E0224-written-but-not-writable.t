// Special registers, constants and names are not written.
// error: E0224 14:10
// error: E0224 15:10
// error: E0224 16:10
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	mov.u32 %tid.x, %r0;
	add.u32 1, %r0, %r1;
	mov.u64 a, %d0;
	ret;
}
