// No instruction has this modifier.
// error: E0109 13:5
// error: E0109 14:11
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add.stat.s32 %r0, %r1, %r2;
	ld.global.v3.u32 {%r0, %r1, %r2}, [%d0];
	ret;
}
