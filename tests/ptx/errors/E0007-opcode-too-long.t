// An opcode with all its dot-words has at most 512 characters.
// error: E0107 10:2
// error: E0007 17:72
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	add .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat .sat
 .s32 %r1, %r2, %r3;
	ret;
}
