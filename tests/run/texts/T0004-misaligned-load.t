// Four bytes are loaded from a multiple of four.
// mode: run
// trap: T0004 14
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.global .align 8 .b8 x[16];
.entry k()
{
	.reg .b64 %d;
	.reg .b32 %r;
	mov.u64 %d, x;
	ld.global.u32 %r, [%d+2];
	ret;
}
