// The instruction, a modifier and a special register came later.
// error: E0118 16:2
// error: E0119 16:2
// error: E0118 17:11
// error: E0118 18:15
// error: E0119 18:15
.version 7.3
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	barrier.cluster.arrive;
	ld.global.L1::no_allocate.u32 %r0, [%d0];
	mov.u32 %r0, %cluster_ctarank;
	ret;
}
