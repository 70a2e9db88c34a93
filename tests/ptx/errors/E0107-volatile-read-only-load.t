// A load through the read-only cache has no order.
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
	ld.global.nc.volatile.u32 %r0, [%d0];
	ret;
}
