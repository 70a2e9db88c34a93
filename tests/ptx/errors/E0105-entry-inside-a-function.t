// Directives of the module may not stand in a function.
// error: E0105 10:2
// error: E0105 11:2
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	.entry l;
	.version 8.0;
	ret;
}
