// A barrier that waits for a warp that is not there is found at once.
// mode: run
// trap: T0007 10
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	bar.sync 3, 64;
	ret;
}
