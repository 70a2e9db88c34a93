// A precision is for sums alone.
// error: E0107 10:2
.version 8.2
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .b64 %a;
	.reg .b32 %v;
	multimem.ld_reduce.weak.min.acc::f32.f16x2 %v, [%a];
	multimem.ld_reduce.weak.add.acc::f32.f16x2 %v, [%a];
	ret;
}
