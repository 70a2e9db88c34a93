// Some sizes and numbers have one value, or a range.
// error: E0113 11:2
// error: E0113 12:2
// error: E0113 13:2
// error: E0113 14:2
.version 9.0
.target sm_90
.address_size 64
.entry k()
{
	fence.proxy.tensormap::generic.acquire.gpu [128], 1;
	discard.global.L2 [128], 64;
	applypriority.global.L2::evict_normal [128], 64;
	pmevent 16;
	fence.proxy.tensormap::generic.acquire.gpu [128], 128;
	ret;
}
