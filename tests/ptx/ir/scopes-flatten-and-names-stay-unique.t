// Nested scopes are gone from the IR; what they hid gets a name of its own.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
	.reg .b32 t;
	.reg .b64 %d<2>;
	mov.u32 t, 1;
	{
		.reg .b32 t;
		mov.u32 t, 2;
		{
			.reg .b32 t;
			mov.u32 t, 3;
		}
	L:
		setp_is_not_needed:
		bra M;
	M:
	}
	{
	L:
		mov.u32 t, 4;
	}
	ld.param.u64 %d1, [out];
	st.global.u32 [%d1], t;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.visible .entry k(.param .u64 out)
{
	.reg .b64 %d<2>;
	.reg .b32 t, t_1, t_2;
	// block 0
	mov.u32 t, 1; // MOV
	mov.u32 t_1, 2; // MOV
	mov.u32 t_2, 3; // MOV
L:
setp_is_not_needed:
	// block 1
	bra M; // BRA
M:
L_3:
	// block 2
	mov.u32 t, 4; // MOV
	ld.param.u64 %d1, [out]; // LD
	st.global.u32 [%d1], t; // ST
	ret; // RET
}

