// A vector register has elements .x to .w, also spelled .r to .a.
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 p)
{
	.reg .v4 .f32 %v;
	.reg .v2 .u32 %w;
	.reg .u64 %d;
	ld.param.u64 %d, [p];
	ld.global.v4.f32 %v, [%d];
	add.f32 %v.x, %v.y, %v.z;
	add.f32 %v.r, %v.g, %v.a;
	ld.global.v2.u32 %w, [%d+16];
	st.global.v4.f32 [%d], %v;
	ret;
}
