// Registers that parameters are may be vectors; a call passes a vector as a whole.
.version 8.0
.target sm_90
.address_size 64
.func (.reg .v2 .u32 o) swap(.reg .v2 .u32 i)
{
	mov.u32 o.x, i.y;
	mov.u32 o.y, i.x;
	ret;
}
.func (.reg .v4 .f32 o) same(.reg .u32 n, .reg .v4 .f32 i, .param .b32 m)
{
	mov.v4.f32 o, i;
	ret;
}
.func nothing(.reg .v2 .b64 _, .reg .v2 .u16 i);
.entry k()
{
	.reg .v2 .u32 x, y;
	.reg .v4 .f32 v, w;
	.reg .v2 .u16 h;
	.reg .v2 .b64 d;
	.reg .u64 t;
	.param .b32 p;
	proto: .callprototype (.reg .v2 .u32 _) _ (.reg .v2 .u32 _);
	mov.v2.u32 x, {1, 2};
	call (y), swap, (x);
	call (w), same, (5, v, p);
	call nothing, (d, h);
	mov.u64 t, swap;
	call (x), t, (y), proto;
	ret;
}
.func nothing(.reg .v2 .b64 a, .reg .v2 .u16 i)
{
	ret;
}
