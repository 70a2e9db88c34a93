// The indices of sixteen columns rise by one, and wrap in the ninth: its address is far from the eighth's.
// mode: run
// trap: T0003 27 cta (0,0,0), thread (8,0,0)
// options: --block 16,4 --arg zeros:u32:256 --arg u32:64
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 buf, .param .u32 pitch)
{
	.reg .b64 %d, %o, %a;
	.reg .b32 %x, %y, %n, %i, %v, %s;
	.reg .pred %p;
	ld.param.u64 %d, [buf];
	ld.param.u32 %n, [pitch];
	mov.u32 %x, %tid.x;
	mov.u32 %y, %tid.y;
	mad.lo.u32 %i, %y, %n, %x;
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %d, %o;
	ld.global.u32 %s, [%a];      // a line in each row
	add.u32 %i, %i, 0xfffffff8;
	sub.u64 %d, %d, 0x3ffffffe0;
	mul.wide.u32 %o, %i, 4;
	add.u64 %a, %d, %o;
	// here it wraps

	ld.global.u32 %v, [%a];
	st.global.u32 [%a], %s;
	ret;
}
