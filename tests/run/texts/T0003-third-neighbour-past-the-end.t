// Four neighbours off one register; the third and the fourth of one lane lie past the memory. The fault is the third's.
// mode: run
// trap: T0003 22 cta (0,0,0), thread (9,0,0)
// options: --block 32 --arg zeros:u32:524288
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .pred %p;
	.reg .b32 %i, %a, %b, %c, %e;
	.reg .b64 %d, %q, %o;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	mul.wide.u32 %o, %i, 4096;
	setp.eq.u32 %p, %i, 9;
	selp.b64 %o, 2097144, %o, %p;
	ld.global.u32 %a, [%d+4];
	add.u64 %q, %d, %o;
	ld.global.u32 %a, [%q];
	ld.global.u32 %b, [%q+4];
	ld.global.u32 %c, [%q+8];
	ld.global.u32 %e, [%q+12];
	add.u32 %b, %b, %a;
	add.u32 %c, %c, %e;
	st.global.u32 [%d], %b;
	st.global.u32 [%d+4], %c;
	ret;
}
