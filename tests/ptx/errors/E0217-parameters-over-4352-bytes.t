// Kernel parameters had at most 4352 bytes before PTX 8.1.
// error: E0217 6:17
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .b8 a[4353])
{
	ret;
}
