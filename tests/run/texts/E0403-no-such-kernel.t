// The kernel must be in the module.
// mode: run
// error: E0403
// options: --kernel other
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
}
