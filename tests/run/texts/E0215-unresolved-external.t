// A function that is called must be defined somewhere.
// mode: run
// error: E0215 7:15
.version 8.0
.target sm_90
.address_size 64
.extern .func f();
.entry k()
{
	call f;
	ret;
}
