// The parser resumes after the semicolon of a wrong statement.
// error: E0101 12:20
// error: E0101 13:14
// error: E0101 15:17
// error: E0101 16:19
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<4>;
	add.s32 %r1, %r2, ;
	add.s32 %r1 %r2;
	add.s32 %r1, %r2, %r3;
	ld.v2.u32 {%r1 %r2}, [%r3];
	mov.u32 %r1, [%r2;
	ret;
}
