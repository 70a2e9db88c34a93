// Element types of matrices are no types of variables; predicates have no address.
// error: E0213 9:9
// error: E0213 10:9
// error: E0213 11:13
// error: E0213 18:7
.version 8.0
.target sm_90
.address_size 64
.global .e4m3 x;
.global .pred p;
.global .v4 .f64 w;
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	.reg .e5m2 %n;
	ret;
}
