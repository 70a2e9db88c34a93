// A label in an inner scope can be branched to from there.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .pred %p;
	{
		setp.eq.u32 %p, 1, 1;
		@%p bra inner;
	inner:
	}
	ret;
}
