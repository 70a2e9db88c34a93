// An element of a vector may be thrown away.
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 p)
{
	.reg .f32 %a, %b;
	.reg .u64 %d;
	ld.param.u64 %d, [p];
	ld.global.v4.f32 {%a, _, %b, _}, [%d];
	st.global.v2.f32 [%d], {%a, %b};
	ret;
}
