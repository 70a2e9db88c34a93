// From .version 1.4 on approximations are called so; from 3.2 on mad.f32 needs a rounding.
// error: E0114 9:2
// error: E0114 10:2
.version 3.2
.target sm_20
.entry k()
{
	.reg .f32 %f<5>;
	mad.f32 %f1, %f2, %f3, %f4;
	sin.f32 %f1, %f2;
	ret;
}
