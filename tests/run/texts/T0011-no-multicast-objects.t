// Accesses of all copies of a multicast object: there is none, and a thread that reaches one faults.
// mode: run
// warning: E0117 12:2
// trap: T0011 12
// options: --block 32 --arg u64:0
.version 8.1
.target sm_90
.address_size 64
.entry k(.param .u64 h)
{
	.reg .b64 %h; .reg .f32 %f;
	multimem.ld_reduce.relaxed.sys.global.add.f32 %f, [%h];
	ret;
}
