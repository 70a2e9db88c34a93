// mode: ir
// From .version 1.4 on what single precision flushes can be said, and is.
.version 1.4
.target sm_13
.entry k
{
	.reg .f32 %f<5>;
	.reg .f64 %d<5>;
	mad.f32 %f1, %f2, %f3, %f4;
	mad.sat.f32 %f1, %f2, %f3, %f4;
	add.f32 %f1, %f2, %f3;
	cvt.f64.f32 %d1, %f2;
	ret;
}
//==== expected
.version 1.4
.target sm_13
.address_size 64

.entry k()
{
	.reg .f64 %d<2>;
	.reg .f32 %f<5>;
	// block 0
	mad.ftz.f32 %f1, %f2, %f3, %f4; // MAD_F32_OLD
	mad.ftz.sat.f32 %f1, %f2, %f3, %f4; // MAD_F32_OLD
	add.ftz.f32 %f1, %f2, %f3; // ADD_F32
	cvt.f64.f32 %d1, %f2; // CVT_F64_F32
	ret; // RET
}

