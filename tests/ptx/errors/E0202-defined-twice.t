// Variables, registers, labels, functions; a range that covers a name.
// error: E0202 13:14
// error: E0202 20:12
// error: E0202 21:15
// error: E0202 22:12
// error: E0202 24:12
// error: E0202 26:2
// error: E0202 29:7
.version 8.0
.target sm_90
.address_size 64
.global .u32 v;
.global .u32 v;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	.reg .u32 %r<2>;
	.reg .u32 x, x;
	.reg .u32 %r3;
	.reg .u32 %d1<3>;
	.reg .u32 %d<20>;
	L:
	L:
	ret;
}
.func k()
{
	ret;
}
