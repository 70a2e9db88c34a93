// There are sixteen barriers, also when a register has the number.
// mode: run
// trap: T0012 12
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r;
	mov.b32 %r, 17;
	barrier.sync %r;
	ret;
}
