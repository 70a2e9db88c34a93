// Too many values, a float for an integer, a name without an address.
// error: E0210 9:30
// error: E0210 10:18
// error: E0201 11:18
// error: E0210 12:18
.version 8.0
.target sm_90
.address_size 64
.global .u32 two[2] = {1, 2, 3};
.global .u32 i = 1.5;
.global .u64 p = missing;
.global .u16 q = i;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
