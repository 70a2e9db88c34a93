// A register where an address belongs, and the other way round.
// error: E0111 17:21
// error: E0111 18:15
// error: E0111 19:15
// error: E0111 20:15
// error: E0111 21:6
// error: E0111 22:20
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ld.global.u32 %r0, %d0;
	add.u32 %r0, [%d0], %r1;
	add.u32 %r0, %tid.x, 1;
	add.u32 %r0, a, 1;
	bra 12;
	add.u32 %r0, %r1, !%r2;
	ret;
}
