// A statement that starts with a register is a slip, not an unknown instruction.
// mode: check
// error: E0101 10:2
.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
	.reg .b32 %r;
	%r;
	ret;
}
