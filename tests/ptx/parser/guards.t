// Any instruction may have a guard, plain or negated.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .pred %p;
	.reg .u32 %r;
	setp.lt.u32 %p, %r, 4;
	@%p add.u32 %r, %r, 1;
	@!%p sub.u32 %r, %r, 1;
	@%p ret;
	@!%p bra end;
end:
	exit;
}
