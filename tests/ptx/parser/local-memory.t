// Local arrays and their generic addresses.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.local .align 4 .b8 depot[16];
	.reg .u64 %d, %g;
	.reg .u32 %r;
	mov.u64 %d, depot;
	cvta.local.u64 %g, %d;
	st.local.u32 [depot+4], 5;
	ld.u32 %r, [%g+4];
	ret;
}
