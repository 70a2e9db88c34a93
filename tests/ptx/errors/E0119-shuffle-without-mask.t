// shfl and vote without .sync are gone from sm_70 on.
// error: E0119 13:2
// error: E0119 14:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	shfl.up.b32 %r0, %r1, 1, 0;
	vote.all.pred %p0, %p1;
	ret;
}
