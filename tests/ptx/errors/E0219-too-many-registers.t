// 2^32 registers and more.
// error: E0219 12:12
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	.reg .b32 %x<4294967297>;
	ret;
}
