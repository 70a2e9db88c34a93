// What moves one element may have it in braces: loads, stores and mov of bits, as Triton writes them.
.version 8.0
.target sm_90
.address_size 64
.global .align 16 .b32 data[8];
.entry k(.param .u64 p)
{
	.reg .b16 %h<3>;
	.reg .b32 %r<3>;
	.reg .f32 %f<3>;
	.reg .b64 %d<3>;
	.reg .b128 %q<3>;
	.reg .pred %p;
	ld.param.b64 { %d0 }, [ p + 0 ];
	ld.global.b32 { %r1 }, [ %d0 + 0 ];
	ld.global.f32 { %f1 }, [ %d0 ];
	@%p ld.global.L1::evict_last.b16 { %h1 }, [ %d0 + 4 ];
	ld.global.b8 { %h2 }, [ data ];
	ld.global.b128 { %q1 }, [ %d0 ];
	ldu.global.b64 { %d1 }, [ %d0 ];
	st.global.b32 [ %d0 + 0 ], { %r1 };
	st.global.b32 [ %d0 + 0 ], { 5 };
	@!%p st.shared.b16 [ %r1 ], { %h1 };
	mov.b32 { %f2 }, %r1;
	mov.b64 %d2, { %d1 };
	mov.b32 %r2, { 7 };
	ret;
}
