// A special register or a label is no address.
// error: E0225 13:21
// error: E0225 15:21
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ld.global.u32 %r0, [%tid.x];
	L:
	ld.global.u32 %r0, [L];
	ret;
}
