// Modifiers that a row has and that exclude each other, as limit.def says.
// error: E0107 21:2
// error: E0107 22:2
// error: E0107 23:2
// error: E0107 24:2
// error: E0107 25:2
// error: E0107 26:2
// error: E0107 27:2
// error: E0107 28:2
// error: E0107 29:2
// error: E0112 30:22
// error: E0107 31:2
.version 9.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b16 %h<4>;
	.reg .b32 %r<4>;
	.reg .b64 %d<4>;
	ld.relaxed.gpu.global.cg.b32 %r1, [%d1];
	st.relaxed.gpu.global.cs.b32 [%d1], %r1;
	ld.acquire.gpu.const.b32 %r1, [%d1];
	st.relaxed.gpu.local.b32 [%d1], %r1;
	ld.shared.L2::128B.b32 %r1, [%r2];
	set.lt.ftz.bf16.f16 %h1, %h2, %h3;
	ld.volatile.ca.b32 %r1, [%d1];
	ld.nc.b32 %r1, [%d1];
	cvt.sat.u32.u8 %r1, %h1;
	cvt.rp.bf16.s8 %h1, %h2;
	atom.shared.add.L2::cache_hint.u32 %r1, [%r2], 1, %d1;
	ld.global.nc.L1::evict_last.b32 %r1, [%d1];
	ld.volatile.global.L2::128B.b32 %r1, [%d1];
	ret;
}
