// mode: opt
// options: --check-optimizer
// Loads name the parameter; those by an unknown index, and of an address that goes elsewhere, stay.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .align 8 .b8 s[64], .param .u64 p)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .b16 %rs<9>;
	mov.u64 %rd1, s;
	cvta.param.u64 %rd2, %rd1;
	ld.param.u64 %rd3, [p];
	add.s64 %rd4, %rd2, 16;
	ld.u8 %rs1, [%rd2];
	ld.v2.u32 {%r1, %r2}, [%rd4+8];
	ld.u64 %rd5, [%rd4];
	mov.u32 %r3, %ctaid.x;
	mul.wide.u32 %rd6, %r3, 4;
	add.s64 %rd7, %rd2, %rd6;
	ld.u32 %r4, [%rd7];
	st.u64 [%rd3], %rd2;
	st.u64 [%rd3+8], %rd5;
	cvt.u32.u16 %r5, %rs1;
	st.v4.u32 [%rd3+16], {%r1, %r2, %r4, %r5};
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .align 8 .b8 s[64],
	.param .u64 p
)
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<7>;
	.reg .b16 %rs<2>;
	mov.u64 %rd1, s;
	cvta.param.u64 %rd2, %rd1;
	ld.param.u64 %rd3, [p];
	ld.param.u8 %rs1, [s];
	ld.param.v2.u32 {%r1,%r2}, [s+24];
	ld.param.u64 %rd4, [s+16];
	mov.u32 %r3, %ctaid.x;
	mul.wide.u32 %rd5, %r3, 4;
	add.s64 %rd6, %rd2, %rd5;
	ld.u32 %r4, [%rd6];
	st.u64 [%rd3], %rd2;
	st.u64 [%rd3+8], %rd4;
	cvt.u32.u16 %r5, %rs1;
	st.v4.u32 [%rd3+16], {%r1,%r2,%r4,%r5};
	ret;
}

