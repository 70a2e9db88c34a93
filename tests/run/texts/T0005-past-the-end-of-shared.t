// Shared memory ends where the cta's ends.
// mode: run
// trap: T0005 13
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.shared .b8 s[64];
.entry k()
{
	.reg .b32 %r;
	mov.u32 %r, 0xff0000;
	ld.shared.u32 %r, [%r];
	ret;
}
