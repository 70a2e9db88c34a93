// Three coordinates are no vector, and gradients are not padded.
// error: E0121 13:43
// error: E0121 14:60
// error: E0111 15:43
.version 8.0
.target sm_90
.address_size 64
.global .texref t;
.entry k()
{
	.reg .f32 %f<9>;
	.reg .b32 %r<9>;
	tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6,%f7}];
	tex.grad.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f1,%f2}], {%f1,%f2}, {%f1,%f2};
	tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6,_,_}];
	ret;
}
