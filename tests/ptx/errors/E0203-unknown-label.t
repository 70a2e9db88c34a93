// Labels of inner scopes are not seen from outside.
// error: E0203 14:6
// error: E0203 20:6
// error: E0203 21:26
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	bra LOOPS;
	LOOP:
	{
	INNER:
	bra LOOP;
	}
	bra INNER;
	T: .branchtargets LOOP, INNER;
	brx.idx %r0, T;
	ret;
}
