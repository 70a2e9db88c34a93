// Known, not run yet: a warning, so that the other kernels of the file can run.
// warning: E0117 11:2
.version 8.0
.target sm_90
.address_size 64
.global .texref t;
.visible .entry k()
{
	.reg .f32 %f<4>;
	.reg .s32 %r<4>;
	tex.2dms.v4.f32.s32 {%f0, %f1, %f2, %f3}, [t, {%r0, %r1, %r2, %r3}];
	ret;
}
