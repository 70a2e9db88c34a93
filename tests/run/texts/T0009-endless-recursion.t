// Recursion without end: the stack overflows.
// mode: run
// trap: T0009 13
// options: --block 32
.version 8.5
.target sm_90
.address_size 64
.func f()
{
	.reg .b32 %x;
	.local .b32 l;
	st.local.b32 [l], 1;
	call f;
	ld.local.b32 %x, [l];
	ret;
}
.visible .entry k()
{
	call f;
	ret;
}
