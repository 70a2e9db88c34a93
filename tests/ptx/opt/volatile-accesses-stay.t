// mode: opt
// options: --check-optimizer
// Each of them, in their order.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.volatile.global.u32 %r1, [%rd1];
	ld.volatile.global.u32 %r2, [%rd1];
	st.volatile.global.u32 [%rd1], %r2;
	st.volatile.global.u32 [%rd1], %r2;
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
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.volatile.global.u32 %r1, [%rd1];
	ld.volatile.global.u32 %r2, [%rd1];
	st.volatile.global.u32 [%rd1], %r2;
	st.volatile.global.u32 [%rd1], %r2;
	ret;
}

