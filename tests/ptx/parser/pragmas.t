// Pragmas stand in the module, on a function and in a body.
.version 8.0
.target sm_90
.address_size 64
.pragma "nounroll";
.entry k()
.pragma "nounroll";
{
	.pragma "nounroll";
	ret;
}
