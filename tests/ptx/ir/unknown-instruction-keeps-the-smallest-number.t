// The text of an instruction that is not known gives the same text again: 1<<63 is signed, and the literal
// 9223372036854775808 is not.
// mode: ir
// warning: E0108 11:1
.version 8.5
.target sm_90
.address_size 64
.visible .entry k()
{
.reg .b64 %w0;
mnv.u64 %w0,1<<63;
mnv.u64 %w0,-9223372036854775808;
mnv.u64 %w0,18446744073709551615U;
ret;
}
//==== expected
.version 8.5
.target sm_90
.address_size 64

.visible .entry k()
{
	// block 0
	mnv.u64 %w0, -9223372036854775807-1; // INVALID
	mnv.u64 %w0, 9223372036854775808; // INVALID
	mnv.u64 %w0, 18446744073709551615; // INVALID
	ret; // RET
}

