// Indices are bytes, and the table has 128 counters: no lane's is beyond it at first, then one lane's is.
// mode: run
// trap: T0005 32 cta (0,0,0), thread (37,0,0)
// options: --block 64 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.shared .align 4 .b8 m[512];
	.reg .pred %p;
	.reg .b32 %t, %i, %x;
	.reg .b64 %d, %q, %o, %a, %g;
	mov.u32 %t, %tid.x;
	ld.param.u64 %d, [buf];
	mov.u64 %q, m;
	mul.wide.u32 %o, %t, 4;
	add.u64 %g, %d, %o;
	st.global.u32 [%g], %t;
	bar.sync 0;
	ld.global.u8 %i, [%g];
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %q, %o;
	red.shared.add.u32 [%a], 1;
	setp.eq.u32 %p, %t, 37;
	selp.u32 %x, 128, 127, %p;
	st.global.u32 [%g], %x;
	bar.sync 0;
	ld.global.u8 %i, [%g];
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %q, %o;
	red.shared.add.u32 [%a], 1;
	ret;
}
