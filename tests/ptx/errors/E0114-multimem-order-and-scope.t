// An order of multimem needs a scope, and a scope needs an order.
// error: E0114 11:2
// error: E0114 12:2
.version 8.1
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .b64 %a;
	.reg .b32 %v;
	multimem.ld_reduce.relaxed.add.u32 %v, [%a];
	multimem.ld_reduce.gpu.add.u32 %v, [%a];
	multimem.ld_reduce.add.u32 %v, [%a];
	multimem.red.release.sys.add.u32 [%a], %v;
	ret;
}
