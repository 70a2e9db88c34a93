// Two thousand million registers cost nothing; the two in use are declared.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .b32 %r<2000000000>;
	.reg .f32 %unused<7>;
	add.u32 %r1, %r2, %r2;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.visible .entry k()
{
	.reg .b32 %r<3>;
	// block 0
	add.u32 %r1, %r2, %r2; // ADD
	ret; // RET
}

