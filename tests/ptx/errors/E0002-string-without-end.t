// A string ends on its own line.
// error: E0002 9:10
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	.pragma "nounroll;
	ret;
}
