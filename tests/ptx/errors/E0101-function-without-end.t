// The end of the text inside a function.
// error: E0101 9:1
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	ret;
