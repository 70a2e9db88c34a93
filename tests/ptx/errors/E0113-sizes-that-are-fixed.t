// Some sizes and numbers have one value, or a range.
// error: E0113 12:2
// error: E0113 13:2
// error: E0113 14:2
// error: E0113 15:2
.version 9.0
.target sm_90
.address_size 64
.global .align 128 .b8 at[128];
.entry k()
{
	fence.proxy.tensormap::generic.acquire.gpu [at], 1;
	discard.global.L2 [at], 64;
	applypriority.global.L2::evict_normal [at], 64;
	pmevent 16;
	fence.proxy.tensormap::generic.acquire.gpu [at], 128;
	ret;
}
