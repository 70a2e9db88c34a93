// Numbers are addresses of local memory, and of no other; ptxas refuses the rest as well.
// error: E0225 12:2
// error: E0225 13:2
// error: E0225 14:2
// error: E0225 15:2
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	ld.shared.u32 %r1, [16];
	st.global.u32 [16+4], %r1;
	red.add.u32 [-8], %r1;
	prefetch.global.L1 [64];
	ld.local.u32 %r1, [16];
	st.local.u32 [16+4], %r1;
	ret;
}
