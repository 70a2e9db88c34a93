// A register past its range, a misspelled one, one of another function.
// error: E0201 16:20
// error: E0201 18:10
// error: E0201 19:2
// error: E0201 20:7
// error: E0201 25:10
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	add.u32 %r0, %r1, %r8;
	.reg .u32 counter;
	add.u32 conter, counter, 1;
	@%p3 ret;
	call missing;
	ret;
}
.func g()
{
	mov.u32 counter, 1;
	ret;
}
