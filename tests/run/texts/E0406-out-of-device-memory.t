// A buffer must fit the device's memory.
// mode: run
// error: E0406
// options: --memory 64M --arg zeros:f32:256M
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 p)
{
	ret;
}
