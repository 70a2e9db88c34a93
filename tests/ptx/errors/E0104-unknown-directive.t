// Unknown directives, at every place where one may stand.
// error: E0104 9:1
// error: E0104 10:10
// error: E0104 11:12
// error: E0104 14:2
.version 8.0
.target sm_90
.address_size 64
.globl .u32 x;
.visible .entri k() { ret; }
.entry l() .maxntd 3 { ret; }
.entry m()
{
	.regg .b32 %x;
	ret;
}
