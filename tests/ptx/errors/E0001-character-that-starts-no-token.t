// Characters that start no token are reported one by one.
// error: E0001 10:15
// error: E0001 11:17
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	mov.u32 %r1, `2;
	mov.u32 %r1, 2 \ 3;
	ret;
}
