// Shared memory: sized, open and extern.
.version 8.0
.target sm_90
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.shared .align 8 .b8 fixed[64];
.entry k()
{
	.shared .f32 tile[16][16];
	.reg .u32 %r;
	mov.u32 %r, dynamic;
	mov.u32 %r, fixed;
	mov.u32 %r, tile;
	ld.shared.u32 %r, [fixed+4];
	ret;
}
