// An option must exist.
// mode: run
// error: E0408
// options: --blok 64
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
