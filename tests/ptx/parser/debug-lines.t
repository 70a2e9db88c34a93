// Source lines, and places that were inlined.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.loc 1 10 5
	.reg .u32 %r;
	mov.u32 %r, 0;
	.loc 1 11 0, function_name $name, inlined_at 1 10 5
	ret;
}
.file 1 "a.cu"
.file 2 "b.cu", 1700000000, 1234
.section .debug_str
{
$name:
	.b8 102
	.b8 0
}
