// No such architecture.
// error: E0205 4:9
.version 8.0
.target sm_999
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	ret;
}
