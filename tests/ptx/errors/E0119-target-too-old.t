// The instruction, a modifier and a special register need later hardware.
// error: E0119 16:2
// error: E0119 17:15
// error: E0119 18:15
// error: E0119 19:2
// error: E0119 20:2
.version 8.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	barrier.cluster.arrive;
	fence.acq_rel.cluster;
	mov.u32 %r0, %cluster_ctarank;
	setmaxnreg.inc.sync.aligned.u32 40;
	ld.global.v8.f32 {%f0,%f1,%f2,%f3,%f0,%f1,%f2,%f3}, [%d0];
	ret;
}
