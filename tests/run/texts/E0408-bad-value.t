// A number must be one.
// mode: run
// error: E0408
// options: --seed many
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
