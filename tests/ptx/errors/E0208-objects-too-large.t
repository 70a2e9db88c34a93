// Beyond 64 bits, beyond shared and constant memory.
// error: E0208 9:14
// error: E0208 11:12
// error: E0208 12:17
// error: E0208 19:13
.version 8.0
.target sm_90
.address_size 64
.global .u64 huge[4294967296][4294967296];
.shared .b8 wide[232449];
.const .b8 table[65537];
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	mov.u64 %d0, wide;
	.local .b8 deep[9223372036854775807];
	ret;
}
