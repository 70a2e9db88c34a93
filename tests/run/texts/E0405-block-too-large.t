// A cta has at most 1024 threads.
// mode: run
// error: E0405
// options: --block 2000
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
