// Byte and half selectors, masks and permutations.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .u32 %r<5>;
	vadd.s32.s32.s32 %r1.h1, -%r2.b3, %r3.h0, %r4;
	vadd4.u32.u32.u32 %r1.b310, %r2.b7654, %r3.b3210, %r4;
	vadd2.u32.u32.u32 %r1.h1, %r2.h32, %r3, %r4;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.visible .entry k()
{
	.reg .u32 %r<5>;
	// block 0
	vadd.s32.s32.s32 %r1.h1, -%r2.b3, %r3.h0, %r4; // VADD_INTO
	vadd4.u32.u32.u32 %r1.b310, %r2.b7654, %r3.b3210, %r4; // VADD4
	vadd2.u32.u32.u32 %r1.h1, %r2.h32, %r3, %r4; // VADD2
	ret; // RET
}

