// .volatile brings its own scope.
// error: E0107 12:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ld.volatile.gpu.global.u32 %r0, [%d0];
	ret;
}
