// mode: ir
// Before .version 1.4 approximations need not be called so, nor the rounding of double precision; mad.f32 goes
// without until 3.1. Before sm_20 single precision has no subnormal numbers.
.version 1.3
.target sm_13
.entry k
{
	.reg .f32 %f<5>;
	.reg .f64 %d<5>;
	mad.f32 %f1, %f2, %f3, %f4;
	mad.sat.f32 %f1, %f2, %f3, %f4;
	add.f32 %f1, %f2, %f3;
	div.f32 %f1, %f2, %f3;
	rcp.f32 %f1, %f2;
	sqrt.f32 %f1, %f2;
	rsqrt.f32 %f1, %f2;
	sin.f32 %f1, %f2;
	cos.f32 %f1, %f2;
	lg2.f32 %f1, %f2;
	ex2.f32 %f1, %f2;
	mad.f64 %d1, %d2, %d3, %d4;
	div.f64 %d1, %d2, %d3;
	sqrt.f64 %d1, %d2;
	rsqrt.f64 %d1, %d2;
	cvt.f64.f32 %d1, %f2;
	ret;
}
//==== expected
.version 1.3
.target sm_13
.address_size 64

.entry k()
{
	.reg .f64 %d<5>;
	.reg .f32 %f<5>;
	// block 0
	mad.f32 %f1, %f2, %f3, %f4; // MAD_F32_OLD
	mad.sat.f32 %f1, %f2, %f3, %f4; // MAD_F32_OLD
	add.f32 %f1, %f2, %f3; // ADD_F32
	div.f32 %f1, %f2, %f3; // DIV_APPROX
	rcp.f32 %f1, %f2; // RCP_APPROX
	sqrt.f32 %f1, %f2; // SQRT_APPROX
	rsqrt.f32 %f1, %f2; // RSQRT_APPROX
	sin.f32 %f1, %f2; // SIN
	cos.f32 %f1, %f2; // COS
	lg2.f32 %f1, %f2; // LG2
	ex2.f32 %f1, %f2; // EX2
	mad.rn.f64 %d1, %d2, %d3, %d4; // MAD_F64
	div.rn.f64 %d1, %d2, %d3; // DIV_F64
	sqrt.rn.f64 %d1, %d2; // SQRT_F64
	rsqrt.f64 %d1, %d2; // RSQRT_F64
	cvt.f64.f32 %d1, %f2; // CVT_F64_F32
	ret; // RET
}

