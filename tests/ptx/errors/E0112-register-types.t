// A register fits by size and kind; loads take wider ones.
// error: E0112 17:15
// error: E0112 19:15
// error: E0112 20:15
// error: E0112 22:16
// error: E0112 23:15
// error: E0112 24:26
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add.f32 %f0, %d0, %f1;
	.reg .u32 %u;
	add.f32 %f0, %u, %f1;
	add.u32 %r0, %f0, %r1;
	ld.global.u8 %d0, [%d1];
	ld.global.f32 %u, [%d1];
	mov.u64 %d0, %tid.x;
	selp.u32 %r0, %r1, %r2, %r3;
	ret;
}
