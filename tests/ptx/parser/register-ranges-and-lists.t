// Registers come one by one, in lists and in ranges.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %a, %b, %c;
	.reg .b64 %d<3>, %e<2>;
	.reg .pred p, $q, _r;
	mov.u32 %a, %b;
	mov.b64 %d2, %e1;
	setp.ne.u32 p|$q, %b, %c;
	ret;
}
