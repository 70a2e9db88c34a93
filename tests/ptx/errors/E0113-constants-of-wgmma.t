// Scales are 1 or -1, transpositions 0 or 1, selectors 0 or 1, and 0 for elements of 8 bits.
// error: E0113 17:2
// error: E0113 18:2
// error: E0113 19:2
// error: E0113 20:2
// error: E0110 21:2
.version 8.5
.target sm_90a
.address_size 64
.visible .entry k()
{
	.reg .b32 %m;
	.reg .f32 %f<4>;
	.reg .b64 %a, %b;
	.reg .pred %p;
	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %a, %b, %p, 1, -1, 0, 1;
	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %a, %b, %p, 0, 1, 0, 0;
	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %a, %b, %p, 1, 1, 0, 2;
	wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %a, %b, %m, 2, %p, 1, 1, 0, 0;
	wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e4m3 {%f0, %f1, %f2, %f3}, %a, %b, %m, 1, %p, 1, 1;
	wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%f0, %f1, %f2, %f3}, %a, %b, %p, 1, 1;
	ret;
}
