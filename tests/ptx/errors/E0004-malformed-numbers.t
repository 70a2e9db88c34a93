// Octal has no 8, 0f takes 8 digits and 0d 16.
// error: E0004 12:15
// error: E0004 13:15
// error: E0004 14:15
// error: E0004 15:15
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	mov.u32 %r1, 08;
	mov.u32 %r1, 0x;
	mov.b32 %r1, 0f3F80;
	mov.u32 %r1, 12ab;
	ret;
}
