// Kernels, variables, and registers without a prototype cannot be called.
// error: E0223 15:7
// error: E0223 16:7
// error: E0223 17:7
.version 8.0
.target sm_90
.address_size 64
.global .u32 v;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	call k, (%d0);
	call v;
	call %d0;
	ret;
}
