// Direct calls, calls through a prototype, branch targets.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) twice(.param .b32 x, .param .f32 f);
.visible .entry k()
{
	.reg .b32 %r<4>;
	.reg .b64 %d<2>;
	.param .b32 a;
	.param .b32 c;
	st.param.b32 [a], 7;
	call.uni (c), twice, (a, 1.5);
	ld.param.b32 %r1, [c];
	mov.u64 %d1, twice;
P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .f32 _);
	call (c), %d1, (a, 0f3F800000), P;
T: .branchtargets A, B, A;
	brx.idx %r1, T;
A:
	bar.sync 0;
B:
	ret;
}
.func (.param .b32 r) twice(.param .b32 x, .param .f32 f)
{
	.reg .b32 %r<2>;
	ld.param.b32 %r1, [x];
	shl.b32 %r1, %r1, 1;
	st.param.b32 [r], %r1;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.func (.param .b32 r) twice(
	.param .b32 x,
	.param .f32 f
);
.visible .entry k()
{
	.reg .b64 %d<2>;
	.reg .b32 %r<2>;
	.param .b32 a;
	.param .b32 c;
	// block 0
	st.param.b32 [a], 7; // ST
	call.uni (c), twice, (a, 0f3FC00000); // CALL
	ld.param.b32 %r1, [c]; // LD
	mov.u64 %d1, twice; // MOV_SYM
P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .f32 _);
	call (c), %d1, (a, 0f3F800000), P; // CALL
T: .branchtargets A, B, A;
	brx.idx %r1, T; // BRX
A:
	// block 1
	bar.sync 0; // BAR_SYNC
B:
	// block 2
	ret; // RET
}

.func (.param .b32 r) twice(
	.param .b32 x,
	.param .f32 f
)
{
	.reg .b32 %r<2>;
	// block 0
	ld.param.b32 %r1, [x]; // LD
	shl.b32 %r1, %r1, 1; // SHL
	st.param.b32 [r], %r1; // ST
	ret; // RET
}

