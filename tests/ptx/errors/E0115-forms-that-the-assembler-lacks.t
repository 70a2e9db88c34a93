// Types that a mnemonic has, but not in this form: ptxas refuses each of these too.
// error: E0115 16:2
// error: E0115 17:2
// error: E0115 18:2
// error: E0111 19:14
// error: E0111 20:14
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b16 %h<4>;
	.reg .b32 %r<4>;
	.reg .pred %p<4>;
	.reg .b64 %d<2>;
	mov.f16 %h0, %h1;
	mov.bf16 %h0, %h1;
	set.lt.f16.bf16 %h0, %h1, %h2;
	setp.lt.f16 %p0|%p1, %h1, %h2;
	lop3.or.b32 %r0, %r1, %r2, %r3, 17, %p0;
	ret;
}
