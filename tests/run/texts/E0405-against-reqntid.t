// A kernel says which shape it needs.
// mode: run
// error: E0405
// options: --block 64
.version 8.0
.target sm_90
.address_size 64
.entry k()
.reqntid 32
{
	ret;
}
