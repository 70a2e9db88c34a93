// A function is defined as it was declared.
// error: E0214 7:7
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f(.param .b32 x);
.func f(.param .b32 x)
{
	ret;
}
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
