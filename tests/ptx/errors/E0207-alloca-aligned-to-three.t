// What alloca gives is aligned to a power of two.
// error: E0207 9:21
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %a;
	alloca.u64 %a, 64, 3;
	alloca.u64 %a, 64, 4096;
	alloca.u64 %a, 64;
	ret;
}
