// A declaration needs a type.
// error: E0101 9:7
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	.reg %x;
	ret;
}
