// Integers have at most 64 bits.
// error: E0005 10:15
// error: E0005 11:15
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	mov.u32 %r1, 18446744073709551616;
	mov.u32 %r1, 0x10000000000000000;
	ret;
}
