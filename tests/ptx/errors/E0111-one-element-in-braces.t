// Braces about one element: not where arithmetic or an atomic wants a value, and not about `_`.
// error: E0111 13:10
// error: E0111 14:22
// error: E0111 15:16
// error: E0121 16:19
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 p)
{
	.reg .b32 %r<3>;
	.reg .b64 %d;
	add.u32 {%r1}, %r2, %r1;
	atom.global.add.u32 {%r1}, [%d], 1;
	ld.global.b32 {_}, [%d];
	ld.global.v2.b32 {%r1}, [%d];
	ret;
}
