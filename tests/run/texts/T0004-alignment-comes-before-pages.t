// Lane 2 is at null, lane 5 is not aligned: the hardware reports that.
// mode: run
// trap: T0004 22 cta (0,0,0), thread (5,0,0)
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.shared .align 4 .b8 s[256];
.entry k()
{
	.reg .b64 %a;
	.reg .b32 %t, %r;
	.reg .pred %p, %q;
	mov.u32 %r, s;
	mov.u32 %t, %tid.x;
	setp.eq.u32 %p, %t, 5;
	selp.b64 %a, 2, 0, %p;
	setp.eq.u32 %q, %t, 2;
	or.pred %p, %p, %q;
	@!%p bra done;
	// lanes 2 and 5
	ld.global.u32 %r, [%a];
done:
	ret;
}
