// A sum is no destination, no number of another kind than an integer, no element and no argument.
// error: E0111 21:10
// error: E0111 22:15
// error: E0111 23:15
// error: E0111 24:16
// error: E0111 25:25
// error: E0111 26:11
.version 8.0
.target sm_90
.address_size 64
.func f(.reg .u32 i)
{
	ret;
}
.entry k()
{
	.reg .b32 %r<9>;
	.reg .f32 %f<9>;
	.reg .b64 %d;
	.reg .pred %p<3>;
	add.u32 %r1+1, %r2, 3;
	add.u32 %r1, %r2 - 1, 3;
	add.f32 %f1, %f2+1, %f3;
	and.pred %p1, %p2+1, %p1;
	st.global.v2.u32 [%d], {%r1+1, %r2};
	call f, (%r1+1);
	ret;
}
