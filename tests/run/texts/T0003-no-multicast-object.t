// Accesses of all copies of a multicast object: no object is at the address.
// mode: run
// trap: T0003 12
// options: --block 32 --arg u64:0
.version 8.1
.target sm_90
.address_size 64
.entry k(.param .u64 h)
{
	.reg .b64 %h; .reg .f32 %f;
	ld.param.u64 %h, [h];
	multimem.ld_reduce.relaxed.sys.global.add.f32 %f, [%h];
	ret;
}
