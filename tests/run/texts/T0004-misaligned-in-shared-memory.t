// Shared memory has the same rule.
// mode: run
// trap: T0004 20 cta (0,0,0), thread (3,0,0)
// options: --block 32 --arg zeros:u32:256
.version 8.0
.target sm_90
.address_size 64
.shared .align 8 .b8 s[512];
.entry k(.param .u64 buf)
{
	.reg .b64 %d, %z;
	.reg .b32 %r<4>, %t, %a;
	.reg .pred %p, %q;
	ld.param.u64 %d, [buf];
	mov.u32 %t, %tid.x;
	mov.u32 %a, s;
	mad.lo.u32 %a, %t, 8, %a;
	setp.eq.u32 %p, %t, 3;
	@%p add.u32 %a, %a, 4;
	st.shared.u64 [%a], %d;
	ret;
}
