// Constants that no register could hold, and barrier 16.
// error: E0113 16:23
// error: E0113 17:20
// error: E0113 18:2
// error: E0113 19:2
// error: E0113 20:2
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<4>;
	.reg .f32 %f<4>;
	.reg .pred %p<3>;
	st.global.u32 [%d0], 1.5;
	add.f32 %f0, %f1, 1;
	bar.sync 16;
	bar.sync 0, 33;
	cp.async.cg.shared.global [%r0], [%d0], 8;
	ret;
}
