// Places of a module where something else stands than may: the error is there, and what follows is read on.
// options: --max-errors=100
// error: E0105 44:9
// error: E0213 45:9
// error: E0106 46:14
// error: E0106 47:13
// error: E0106 48:25
// error: E0207 49:16
// error: E0220 50:20
// error: E0101 51:21
// error: E0209 52:23
// error: E0209 53:22
// error: E0101 54:25
// error: E0106 55:31
// error: E0220 57:1
// error: E0113 60:2
// error: E0101 61:14
// error: E0101 62:32
// error: E0101 63:7
// error: E0101 64:15
// error: E0101 65:10
// error: E0101 66:14
// error: E0101 67:22
// error: E0101 68:25
// error: E0101 69:28
// error: E0101 70:21
// error: E0101 71:15
// error: E0101 72:16
// error: E0101 73:19
// error: E0101 74:13
// error: E0101 75:15
// error: E0101 76:15
// error: E0101 77:10
// error: E0101 78:10
// error: E0105 79:2
// error: E0101 80:20
// error: E0101 81:18
// error: E0101 82:20
// error: E0101 84:2
// error: E0101 85:4
.version 8.0
.target sm_90
.address_size 64
.global .param .u64 twice_spaced;
.global .v8 .u32 eight;
.global .u32 .u64 two_types;
.global .v2 .v4 .f32 two_vectors;
.global .align 4 .align 8 .u32 two_alignments;
.global .align 0 .u32 no_alignment;
.global .attribute(.managed(1, 2, 3, 4, 5, 6, 7, 8, 9)) .u32 many;
.global .u64 word = special(eight);
.global .u32 negative[-4];
.global .u32 inner[2][];
.global .u8 byte = 0xff(3);
.func callee(.param .u64 .ptr .ptr p) { ret; }
.entry k(.param .u64 .ptr .align 8 .global .align 16 p)
.maxntid 1, 2, 3, 4
{
	.reg .b32 %r<4>;
	.loc 5000000000 1 1
	.loc 1 2 3, name $x, inlined_at 1 2 3
	.loc 1 2 3, function_name $x, at 1 2 3
	.reg x;
	mov.u32 %r1, ;
	mov.u32 , %r1;
	mov.u32 %r1 %r2;
	ld.global.u32 %r1, [;
	ld.global.u32 %r1, [%r2;
	ld.global.u32 %r1, [%r2 + ];
	mov.b64 %r1, {%r1, };
	@ mov.u32 %r1, 1;
	@! mov.u32 %r1, 1;
	call (%r1, callee;
	.local .b8 [4];
	.reg .b32 %q<>;
	.reg .b32 %q<x>;
	.pragma ;
	.pragma nounroll;
	.branchtargets a, b;
	l: .branchtargets ;
	m: .calltargets 1;
	n: .callprototype ;
	o: .callprototype _ (.param .b32 _) .noreturn .abi_preserve 4;
	;
	ret
}
