// An unknown instruction that no lane reaches does no harm.
// mode: run
// warning: E0108 13:2
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .pred %p;
	setp.eq.u32 %p, 1, 1;
	@%p bra end;
	frobnicate.u32 1;
end:
	ret;
}
