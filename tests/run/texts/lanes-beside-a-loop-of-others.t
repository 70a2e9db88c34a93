// Some lanes walk through rows of their own, others take the side of the branch that stands after the loop. Code that takes
// one lane after the other through the loop goes on at its end, and must not forget the others then.
// mode: run
// options: --block 64 --arg zeros:u32:1024
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %t, %i, %n, %s, %v, %x;
	.reg .b64 %d, %a, %b, %w;
	.reg .pred %p, %q, %r;
	mov.u32 %t, %tid.x;
	ld.param.u64 %d, [buf];
	mul.lo.u32 %x, %t, 37;
	and.b32 %x, %x, 63;
	mul.wide.u32 %w, %x, 64;
	add.u64 %a, %d, %w;
	mov.u64 %b, %a;
	mov.u32 %s, 0;
	and.b32 %x, %t, 3;
	setp.eq.u32 %p, %x, 0;
	@%p bra SIDE;
	mov.u32 %i, 0;
	and.b32 %n, %t, 15;
LOOP:
	setp.ge.u32 %q, %i, %n;
	@%q bra OUT;
	ld.global.u32 %v, [%b];
	add.u32 %s, %s, %v;
	add.u32 %s, %s, 2;
	add.u64 %b, %b, 4;
	add.u32 %i, %i, 1;
	bra LOOP;
SIDE:
	add.u32 %s, %t, 5;
	st.global.u32 [%a+60], %s;
OUT:
	bar.sync 0;
	st.global.u32 [%a], %s;
	// 2 for each round, and on the other side the thread's number and 5
	and.b32 %n, %t, 15;
	shl.b32 %n, %n, 1;
	add.u32 %x, %t, 5;
	selp.b32 %n, %x, %n, %p;
	ld.global.u32 %v, [%a];
	setp.ne.u32 %r, %v, %n;
	@%r trap;
	ret;
}
