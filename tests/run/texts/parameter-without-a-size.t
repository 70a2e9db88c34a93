// A function's last parameter may have no size: callers pass arrays of any size through it, or nothing.
// Its address lies in local memory. Directly and by a prototype; a wrong sum would be a trap.
// mode: run
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) sum(.param .b32 n, .param .align 8 .b8 %va[])
{
	.reg .b32 %r<4>;
	.reg .b64 %d<2>;
	.reg .pred %p;
	ld.param.u32 %r0, [n];
	mov.u64 %d0, %va;
	mov.u32 %r1, 0;
next:
	setp.eq.u32 %p, %r0, 0;
	@%p bra done;
	ld.local.u32 %r2, [%d0];
	add.u32 %r1, %r1, %r2;
	add.u64 %d0, %d0, 4;
	sub.u32 %r0, %r0, 1;
	bra next;
done:
	st.param.b32 [r], %r1;
	ret;
}
.func (.param .b32 r) first(.param .b32 n, .param .align 8 .b8 %va[])
{
	.reg .b32 %r<2>;
	ld.param.u32 %r0, [n];
	ld.param.u32 %r1, [%va+8];
	add.u32 %r0, %r0, %r1;
	st.param.b32 [r], %r0;
	ret;
}
.global .u64 table[2] = {sum, first};
.func expect(.param .b32 is, .param .b32 should)
{
	.reg .b32 %r<2>;
	.reg .pred %p;
	ld.param.u32 %r0, [is];
	ld.param.u32 %r1, [should];
	setp.ne.u32 %p, %r0, %r1;
	@%p trap;
	ret;
}
.visible .entry k()
{
	.reg .b32 %r<6>;
	.reg .b64 %d<3>;
	mov.u32 %r0, %tid.x;
	{
	.param .b32 n;
	.param .align 8 .b8 a[12];
	.param .b32 s;
	st.param.b32 [n], 3;
	st.param.b32 [a], %r0;
	st.param.b32 [a+4], 10;
	st.param.b32 [a+8], 100;
	call (s), sum, (n, a);
	ld.param.b32 %r1, [s];
	}
	add.u32 %r2, %r0, 110;
	call expect, (%r1, %r2);
	{
	.param .b32 n;
	.param .b32 s;
	st.param.b32 [n], 0;
	call (s), sum, (n);
	ld.param.b32 %r1, [s];
	}
	call expect, (%r1, 0);
	and.b32 %r3, %r0, 1;
	mul.wide.u32 %d0, %r3, 8;
	mov.u64 %d1, table;
	add.u64 %d1, %d1, %d0;
	ld.global.u64 %d2, [%d1];
	{
	.param .b32 n;
	.param .align 8 .b8 a[20];
	.param .b32 s;
	st.param.b32 [n], 5;
	st.param.b32 [a], 1;
	st.param.b32 [a+4], 2;
	st.param.b32 [a+8], 4;
	st.param.b32 [a+12], 8;
	st.param.b32 [a+16], 16;
	p : .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[]);
	call (s), %d2, (n, a), p;
	ld.param.b32 %r1, [s];
	}
	mul.lo.u32 %r4, %r3, 22;
	sub.u32 %r4, 31, %r4;
	call expect, (%r1, %r4);
	ret;
}
