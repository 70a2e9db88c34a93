// bar.sync with a count of two warps that only one warp reaches.
// mode: run
// trap: T0007 10
// options: --block 32
.version 8.5
.target sm_90
.address_size 64
.visible .entry k()
{
	bar.sync 3, 64;
	ret;
}
