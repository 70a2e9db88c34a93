// Address zero is in no allocation.
// mode: run
// trap: T0003 13
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %d;
	.reg .b32 %r;
	mov.b64 %d, 0;
	ld.global.u32 %r, [%d];
	ret;
}
