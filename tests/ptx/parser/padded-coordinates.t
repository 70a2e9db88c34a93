// Coordinates and offsets may have more elements than are used: 2 of 1, and 4.
.version 8.0
.target sm_90
.address_size 64
.global .texref t;
.global .surfref s;
.entry k()
{
	.reg .f32 %f<9>;
	.reg .b32 %r<9>;
	.reg .v4 .f32 v;
	.reg .v2 .f32 c;
	tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6}];
	tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1,%r2,%r3,%r4}];
	tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6,%f7,%f8}];
	tex.a1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%r1,%f5,%f6,%f7}];
	tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6}], {%r1,%r2,%r3,%r4};
	tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, %f5], {%r1,%r2};
	tex.level.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6}], %f7;
	tex.grad.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6,%f7,%f8}], {%f5,%f6}, {%f7,%f8};
	tld4.r.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6,%f7,%f8}];
	tex.2d.v4.f32.f32 v, [t, c];
	suld.b.2d.b32.trap {%r1}, [s, {%r1,%r2,%r3,%r4}];
	suld.b.1d.v2.b32.zero {%r1,%r2}, [s, {%r1,%r2}];
	sust.b.a1d.b32.clamp [s, {%r1,%r2,%r3,%r4}], %r5;
	sured.b.add.2d.u32.trap [s, {%r1,%r2,%r3,%r4}], %r1;
	ret;
}
