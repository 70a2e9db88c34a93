// An alias names a function that the module defines.
// error: E0221 8:11
.version 8.0
.target sm_90
.address_size 64
.func f();
.func g();
.alias g, f;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
