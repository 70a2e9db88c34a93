// A text that ends in the middle of a function.
// error: E0101 9:14
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r1;
	mov.u32 %r1,