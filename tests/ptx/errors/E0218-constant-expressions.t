// Division by zero, and operators that floats do not have.
// error: E0218 12:15
// error: E0218 13:15
// error: E0218 14:15
// error: E0218 15:16
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	mov.u32 %r1, 1 / 0;
	mov.u32 %r1, 5 % (2 - 2);
	mov.u32 %r1, 1.5 % 2.5;
	mov.u32 %r1, (.u32)1;
	ret;
}
