// A function with a wrong head is skipped as a whole, but for the errors inside.
// error: E0101 8:24
// error: E0101 11:14
// error: E0101 15:4
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 a .param .u64 b)
{
	{ ret; }
	add.s32 %r1 %r2;
}
.entry l()
{
	ret
}
