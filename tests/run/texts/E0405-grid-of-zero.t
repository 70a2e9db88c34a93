// A grid has at least one cta.
// mode: run
// error: E0405
// options: --grid 0
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
