// Performance and shape directives of a kernel.
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
.maxntid 256, 2, 1
.minnctapersm 2
.maxnreg 64
{
	ret;
}
.visible .entry l()
.reqntid 128
{
	ret;
}
