// Addresses are registers and names, with offsets of either sign.
.version 8.0
.target sm_90
.address_size 64
.global .u32 g[4];
.entry k()
{
	.reg .u64 %d;
	.reg .u32 %r;
	mov.u64 %d, g;
	ld.global.u32 %r, [%d];
	ld.global.u32 %r, [%d+4];
	ld.global.u32 %r, [%d+-4];
	ld.global.u32 %r, [g+8];
	ld.global.u32 %r, [g];
	ret;
}
