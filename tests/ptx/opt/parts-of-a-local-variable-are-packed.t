// mode: opt
// options: --check-optimizer
// A wide load of what narrow stores wrote is a mov of both halves.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	.local .align 8 .b8 v[8];
	ld.param.u32 %r1, [n];
	st.local.u32 [v], %r1;
	st.local.u32 [v+4], 5;
	ld.local.u64 %rd1, [v];
	ld.param.u64 %rd4, [p];
	st.u64 [%rd4], %rd1;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u32 n
)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	ld.param.u32 %r1, [n];
	mov.b32 %r2, 5;
	mov.b64 %rd1, {%r1,%r2};
	ld.param.u64 %rd2, [p];
	st.u64 [%rd2], %rd1;
	ret;
}

