// A function may take and return registers.
.version 8.0
.target sm_90
.address_size 64
.func (.reg .u32 r) twice(.reg .u32 a)
{
	add.u32 r, a, a;
	ret;
}
.entry k()
{
	.reg .u32 %x;
	call (%x), twice, (21);
	ret;
}
