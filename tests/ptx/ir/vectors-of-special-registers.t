// %tid is a vector of three registers and a zero.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .v4 .u32 %v;
	.reg .u32 %x, %y, %w;
	.reg .u64 %d;
	mov.v4.u32 %v, %tid;
	mov.v4.u32 {%x, %y, _, %w}, %ctaid;
	mov.u32 %w, %ntid.w;
	cvt.u64.u32 %d, %laneid;
	add.u32 %x, %v.x, %v.w;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.visible .entry k()
{
	.reg .v4 .u32 %v;
	.reg .u32 %x, %y, %w, %sreg;
	.reg .u64 %d;
	// block 0
	mov.u32 %v.x, %tid.x; // MOV_SREG
	mov.u32 %v.y, %tid.y; // MOV_SREG
	mov.u32 %v.z, %tid.z; // MOV_SREG
	mov.u32 %v.w, 0; // MOV
	mov.u32 %x, %ctaid.x; // MOV_SREG
	mov.u32 %y, %ctaid.y; // MOV_SREG
	mov.u32 %w, 0; // MOV
	mov.u32 %w, 0; // MOV
	mov.u32 %sreg, %laneid; // MOV_SREG
	cvt.u64.u32 %d, %sreg; // CVT_II
	add.u32 %x, %v.x, %v.w; // ADD
	ret; // RET
}

