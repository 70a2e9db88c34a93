// Two warps wait at different barriers.
// mode: run
// trap: T0007 17
// options: --block 64
.version 8.5
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .pred %p;
	.reg .b32 %t;
	mov.u32 %t, %tid.x;
	setp.lt.u32 %p, %t, 32;
	@%p bra A;
	bar.sync 1, 64;
	ret;
A:	bar.sync 2, 64;
	ret;
}
