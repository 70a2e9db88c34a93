// Source lines, unrolling hints, several labels at one place.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.file 1 "a.cu", 1700000000, 42
.visible .entry k()
.maxntid 256, 1, 1
.pragma "nounroll";
{
	.reg .b32 %r<2>;
	.loc 1 3 5
	mov.u32 %r1, 0;
$L1:
$L2:
	.pragma "nounroll";
	.loc 1 4 1, function_name $info + 4, inlined_at 1 3 5
	add.u32 %r1, %r1, 1;
	bra $L2;
}
.section .debug_str
{
$info:
	.b8 107
	.b8 0
	.b64 $L1
	.b32 $L2-$L1
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.file 1 "a.cu", 1700000000, 42
.visible .entry k()
.maxntid 256, 1, 1
.pragma "nounroll";
{
	.reg .b32 %r<2>;
	// block 0
	.loc 1 3 5
	mov.u32 %r1, 0; // MOV
$L1:
$L2:
	// block 1
	.pragma "nounroll";
	.loc 1 4 1, function_name $info+4, inlined_at 1 3 5
	add.u32 %r1, %r1, 1; // ADD
	bra $L1; // BRA
}

.section .debug_str
{
$info:
	.b8 107
	.b8 0
	.b64 $L1
	.b32 $L2-$L1
}
