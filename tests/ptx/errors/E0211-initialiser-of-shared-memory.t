// Only .global and .const have initial values.
// error: E0211 7:18
// error: E0211 8:26
.version 8.0
.target sm_90
.address_size 64
.shared .u32 s = 1;
.extern .global .u32 e = 1;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
