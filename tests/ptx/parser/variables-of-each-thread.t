// Before .version 3.0 a module could have .local variables: one of each for every thread.
.version 2.3
.target sm_20
.address_size 64
.local .align 8 .b8 stack[64];
.local .u32 depth;
.func push(.reg .u32 i)
{
	.reg .u64 at;
	.reg .u32 n;
	ld.local.u32 n, [depth];
	mov.u64 at, stack;
	st.local.u32 [at+4], i;
	st.local.u32 [stack+8], n;
	st.local.u8 [stack], i;
	ret;
}
.entry k()
{
	.local .u32 own;
	st.local.u32 [own], 1;
	call push, (5);
	ret;
}
