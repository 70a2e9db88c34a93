// Recursion ends where local memory does.
// mode: run
// trap: T0009 13
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.func f()
{
	.local .b8 big[4096];
	.reg .b32 %r;
	ld.local.u32 %r, [big];
	call f;
	st.local.u32 [big], %r;
	ret;
}
.entry k()
{
	call f;
	ret;
}
