// mode: ir
// A register or a name plus a constant as a source: the sum is computed in front, in the width of the register.
.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 word[4];
.entry k()
{
	.reg .b16 %h<4>;
	.reg .b32 %r<9>;
	.reg .b64 %d<9>;
	.reg .f32 %f<4>;
	.reg .pred %p;
	add.u32 %r1, %r2+1, 3;
	@%p add.u32 %r1, %r2, %r3 + 2*3 + -1;
	st.u64 [%d1], %d2 + 1;
	st.u8 [%d1], %r2+0x1ffffffff;
	mov.u32 %r1, %r2+4;
	cvt.u64.u32 %d1, %r1+5;
	add.u16 %h1, %h2+1, %h3;
	setp.eq.u32 %p, %r1+1, %r2+0;
	st.global.f32 [%d1], %r2+1;
	st.global.u64 [%d1], word+4;
	mov.u64 %d1, word+8;
	shfl.sync.bfly.b32 %r1, %r2, 1+1, %r3+1, -1;
	ld.global.u32 %r1, [%d1+4];
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.global .align 4 .u32 word[4];
.entry k()
{
	.reg .b64 %d<3>;
	.reg .b16 %h<4>;
	.reg .b32 %r<4>;
	.reg .b32 %sum_1;
	.reg .b64 %sum_2;
	.reg .b32 %sum_3, %sum_4, %sum_5;
	.reg .b16 %sum_6;
	.reg .b32 %sum_7, %sum_8;
	.reg .b64 %sum_9;
	.reg .b32 %sum_10;
	.reg .b32 %sum;
	.reg .pred %p;
	// block 0
	add.u32 %sum, %r2, 1; // ADD
	add.u32 %r1, %sum, 3; // ADD
	@%p add.u32 %sum_1, %r3, 5; // ADD
	@%p add.u32 %r1, %r2, %sum_1; // ADD
	add.u64 %sum_2, %d2, 1; // ADD
	st.u64 [%d1], %sum_2; // ST
	add.u32 %sum_3, %r2, 4294967295; // ADD
	st.u8 [%d1], %sum_3; // ST
	add.u32 %sum_4, %r2, 4; // ADD
	mov.u32 %r1, %sum_4; // MOV
	add.u32 %sum_5, %r1, 5; // ADD
	cvt.u64.u32 %d1, %sum_5; // CVT_II
	add.u16 %sum_6, %h2, 1; // ADD
	add.u16 %h1, %sum_6, %h3; // ADD
	add.u32 %sum_7, %r1, 1; // ADD
	setp.eq.u32 %p, %sum_7, %r2; // SETP_U
	add.u32 %sum_8, %r2, 1; // ADD
	st.global.f32 [%d1], %sum_8; // ST
	mov.u64 %sum_9, word+4; // MOV_SYM
	st.global.u64 [%d1], %sum_9; // ST
	mov.u64 %d1, word+8; // MOV_SYM
	add.u32 %sum_10, %r3, 1; // ADD
	shfl.sync.bfly.b32 %r1, %r2, 2, %sum_10, 4294967295; // SHFL_SYNC
	ld.global.u32 %r1, [%d1+4]; // LD
	ret; // RET
}

