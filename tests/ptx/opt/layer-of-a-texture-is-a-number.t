// mode: opt
// options: --check-optimizer
// A layer stands among coordinates that are floats, but its register is not one.
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 tex)
{
	.reg .b32 %l<3>;
	.reg .f32 %x, %y, %v<8>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [tex];
	mov.f32 %x, 0f3F000000;
	mov.f32 %y, 0f00000000;
	mov.b32 %l0, 0;
	mov.b32 %l1, 2;
	tex.a2d.v4.f32.f32 {%v0, %v1, %v2, %v3}, [%rd2, {%l0, %x, %y, %y}];
	tex.a1d.v4.f32.f32 {%v4, %v5, %v6, %v7}, [%rd2, {%l1, %x}];
	st.global.v4.f32 [%rd1], {%v0, %v1, %v4, %v5};
	ret;
}
//==== expected
.version 8.0
.target sm_80
.address_size 64

.visible .entry k(
	.param .u64 out,
	.param .u64 tex
)
{
	.reg .f32 %f<11>;
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [tex];
	mov.f32 %f1, 0f3F000000;
	mov.f32 %f2, 0f00000000;
	mov.b32 %r1, 0;
	mov.b32 %r2, 2;
	tex.a2d.v4.f32.f32 {%f3,%f4,%f5,%f6}, [%rd2, {%r1,%f1,%f2,%f2}];
	tex.a1d.v4.f32.f32 {%f7,%f8,%f9,%f10}, [%rd2, {%r2,%f1}];
	st.global.v4.f32 [%rd1], {%f3,%f4,%f7,%f8};
	ret;
}

