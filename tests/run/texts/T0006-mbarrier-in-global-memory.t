// An mbarrier lives in shared memory.
// mode: run
// trap: T0006 14
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.global .align 8 .b64 x;
.entry k()
{
	.reg .b64 %d;
	mov.b64 %d, x;
	cvta.global.u64 %d, %d;
	mbarrier.init.b64 [%d], 1;
	ret;
}
