// A file is not lost for one exotic line: it traps if it is reached.
// mode: ir
// warning: E0108 14:6
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .b32 %r<4>;
	.reg .pred %p<2>;
	.reg .b64 %d<2>;
	setp.eq.u32 %p1, %r1, 0;
	add.u32 %r1, %r2, %r3;
	@%p1 warp.fold.u32 %r1|%p1, [%d1+8], {%r2, -3}, !%p1, 1.5;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.visible .entry k()
{
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	// block 0
	setp.eq.u32 %p1, %r1, 0; // SETP_U
	add.u32 %r1, %r2, %r3; // ADD
	@%p1 warp.fold.u32 %r1|%p1, [%d1+8], {%r2, -3}, !%p1, 0d3FF8000000000000; // INVALID
	ret; // RET
}

