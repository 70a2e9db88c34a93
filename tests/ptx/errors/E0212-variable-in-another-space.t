// A name is an address in its own state space.
// error: E0212 9:13
// error: E0212 16:2
// error: E0212 17:2
.version 8.0
.target sm_90
.address_size 64
.shared .u32 s;
.param .u32 l;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ld.global.u32 %r0, [s];
	ld.param.u32 %r0, [s];
	ret;
}
