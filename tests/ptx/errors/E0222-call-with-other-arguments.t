// Numbers and sizes are those of the callee.
// error: E0222 20:2
// error: E0222 21:2
// error: E0222 22:2
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) f(.param .b32 x)
{
	ret;
}
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	.param .b32 y;
	.param .b64 z;
	call (y), f, (y, y);
	call (y), f, (z);
	call f, (y);
	ret;
}
