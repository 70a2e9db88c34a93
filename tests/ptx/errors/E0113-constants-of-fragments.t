// Constants among the registers of a fragment have the type of its matrix; results have none, and none stands alone.
// error: E0113 18:92
// error: E0113 19:91
// error: E0113 20:73
// error: E0113 21:92
// error: E0111 22:51
// error: E0111 23:85
.version 8.5
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .f32 %f<5>;
	.reg .b32 %r<5>;
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, 0}, {%r3}, {0., 1.5, %f1, 0f3f800000};
	mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%r1, %r2, %r3, %r4}, {1, %r2}, {%r3}, {1, -2, %r1, 0x10};
	stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r1], {%r1, 5};
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r3}, {1, 2, 3, 4};
	mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%r3}, {1, 2.0, 3, 4};
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {1.5, %r1}, {%r3}, {%f1, %f2, %f3, %f4};
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r3}, {1.5, 2.5, 3.5, 4.5};
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, 0., %f4}, {%r1, %r2}, {%r3}, {%f1, %f2, %f3, %f4};
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {5}, {%f1, %f2, %f3, %f4};
	ret;
}
