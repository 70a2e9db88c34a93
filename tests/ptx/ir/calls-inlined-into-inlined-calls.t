// The place of a call that was given before brings its own calls along; one that was not is a line of its own.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.file 1 "a.cu"
.file 2 "b.h"
.visible .entry k()
{
	.reg .b32 %r<3>;
	.loc 1 7 22
	.loc 2 252 10, function_name $info, inlined_at 1 7 22
	.loc 2 93 2, function_name $info, inlined_at 2 252 10
	mov.u32 %r1, 0;
	.loc 1 9 1
	mov.u32 %r2, 1;
	.loc 2 93 2, function_name $info, inlined_at 2 11 1
	add.u32 %r1, %r1, %r2;
	ret;
}
.section .debug_str
{
$info:
	.b8 107
	.b8 0
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.file 1 "a.cu"
.file 2 "b.h"
.visible .entry k()
{
	.reg .b32 %r<3>;
	// block 0
	.loc 1 7 22
	.loc 2 252 10, function_name $info, inlined_at 1 7 22
	.loc 2 93 2, function_name $info, inlined_at 2 252 10
	mov.u32 %r1, 0; // MOV
	.loc 1 9 1
	mov.u32 %r2, 1; // MOV
	.loc 2 11 1
	.loc 2 93 2, function_name $info, inlined_at 2 11 1
	add.u32 %r1, %r1, %r2; // ADD
	ret; // RET
}

.section .debug_str
{
$info:
	.b8 107
	.b8 0
}
