// A buffer's file must be there.
// mode: run
// error: E0404
// options: --arg file:none.bin
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 p)
{
	ret;
}
