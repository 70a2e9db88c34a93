// Vectors side by side that start at half of one.
// mode: run
// trap: T0004 16 cta (0,0,0), thread (0,0,0)
// options: --block 32 --arg zeros:u32:256
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 buf)
{
	.reg .b64 %d, %z;
	.reg .b32 %r<4>, %t, %a;
	.reg .pred %p, %q;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mad.wide.u32 %d, %t, 16, %d;
	st.global.v4.u32 [%d+8], {%t, %t, %t, %t};
	ret;
}
