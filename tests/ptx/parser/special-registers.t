// Special registers, scalar and with selectors.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %r;
	.reg .u64 %d;
	.reg .pred %p;
	.reg .v4 .u32 %v;
	mov.u32 %r, %tid.x;
	mov.u32 %r, %nctaid.z;
	mov.u32 %r, %laneid;
	mov.u32 %r, %lanemask_lt;
	mov.u32 %r, %cluster_ctarank;
	mov.pred %p, %is_explicit_cluster;
	mov.u64 %d, %clock64;
	mov.u64 %d, %globaltimer;
	mov.u32 %r, %envreg1;
	mov.u32 %r, %dynamic_smem_size;
	mov.v4.u32 %v, %tid;
	ret;
}
