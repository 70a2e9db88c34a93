// There is one argument for each parameter.
// mode: run
// error: E0404
// options: --kernel k --arg 1
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
