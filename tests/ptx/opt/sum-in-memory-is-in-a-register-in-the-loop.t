// mode: opt
// options: --check-optimizer
// Two places beside each other; loads of shared memory do not touch them. The last loop also stores to memory that may
// be the place: there everything stays.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<20>;
	.shared .f32 s[64];

	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd3, [q];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 0;
	mov.u64 %rd2, s;
HEAD:
	.pragma "nounroll";
	ld.shared.f32 %f1, [%rd2];
	ld.global.f32 %f2, [%rd1];
	add.f32 %f3, %f2, %f1;
	st.global.f32 [%rd1], %f3;
	ld.global.f32 %f4, [%rd1+4];
	mul.f32 %f5, %f4, %f1;
	st.global.f32 [%rd1+4], %f5;
	add.s64 %rd2, %rd2, 4;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p1, %r2, %r1;
	@%p1 bra HEAD;
	mov.u32 %r3, 0;
AGAIN:
	.pragma "nounroll";
	ld.global.f32 %f6, [%rd1];
	add.f32 %f7, %f6, 0f3F800000;
	st.global.f32 [%rd1], %f7;
	st.global.f32 [%rd3], %f7;
	add.s32 %r3, %r3, 1;
	setp.lt.s32 %p2, %r3, %r1;
	@%p2 bra AGAIN;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u64 q,
	.param .u32 n
)
{
	.reg .f32 %f<6>;
	.reg .pred %p<3>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<4>;
	.shared .align 4 .f32 s[64];
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.param.u32 %r1, [n];
	mov.u64 %rd3, s;
	ld.global.f32 %f1, [%rd1];
	ld.global.f32 %f2, [%rd1+4];
	mov.b32 %r2, 0;
$L__BB0_1:
	.pragma "nounroll";
	ld.shared.f32 %f3, [%rd3];
	add.f32 %f1, %f1, %f3;
	mul.f32 %f2, %f2, %f3;
	add.s64 %rd3, %rd3, 4;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p1, %r2, %r1;
	@%p1 bra $L__BB0_1;
	st.global.f32 [%rd1+4], %f2;
	st.global.f32 [%rd1], %f1;
	mov.b32 %r3, 0;
$L__BB0_2:
	.pragma "nounroll";
	ld.global.f32 %f4, [%rd1];
	add.f32 %f5, %f4, 0f3F800000;
	st.global.f32 [%rd1], %f5;
	st.global.f32 [%rd2], %f5;
	add.s32 %r3, %r3, 1;
	setp.lt.s32 %p2, %r3, %r1;
	@%p2 bra $L__BB0_2;
	ret;
}

