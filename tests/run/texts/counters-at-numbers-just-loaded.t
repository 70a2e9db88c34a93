// Lanes count in shared memory by bytes and halves that they have just loaded, one lane's after the other's: compiled
// code finds them lane by lane in memory. What counts is what was loaded, also if it has been overwritten since, by the
// lane itself or by the counting; if it came from another place than global memory; or by way of other registers.
// Each sum is compared with what a loop over the threads finds.
// mode: run
// options: --block 64 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.shared .align 4 .b8 m[2048];
	.shared .align 4 .b8 x[64];
	.reg .b16 %c;
	.reg .b32 %t, %i, %j, %n, %h, %s, %v;
	.reg .b64 %d, %q, %o, %a, %g, %x, %w, %y, %b, %e, %f, %l, %z;
	.reg .pred %p, %r;
	mov.u32 %t, %tid.x;
	cvt.u64.u32 %w, %t;
	ld.param.u64 %d, [buf];
	mov.u64 %q, m;
	mul.wide.u32 %l, %t, 4;
	add.u64 %x, %q, %l;
	st.shared.u32 [%x], 0;
	st.shared.u32 [%x+256], 0;
	st.shared.u32 [%x+512], 0;
	st.shared.u32 [%x+768], 0;
	st.shared.u32 [%x+1024], 0;
	st.shared.u32 [%x+1280], 0;
	st.shared.u32 [%x+1536], 0;
	st.shared.u32 [%x+1792], 0;
	// each thread's byte is (t * 37 + 11) / 4 & 63, its half one more
	mad.lo.u32 %h, %t, 37, 11;
	shr.u32 %h, %h, 2;
	and.b32 %h, %h, 63;
	add.u64 %g, %d, %w;
	st.global.u8 [%g], %h;
	mov.u64 %e, x;
	add.u64 %b, %e, %w;
	st.shared.u8 [%b], %h;
	add.u64 %a, %g, %w;
	add.u32 %i, %h, 1;
	st.global.u16 [%a+128], %i;
	bar.sync 0;

	// 5: of shared memory by a generic address, which is nowhere in global memory
	cvta.shared.u64 %z, x;
	add.u64 %f, %z, %w;
	ld.u8 %i, [%f];
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y+1280], 1;
	// 4: by another register, and what each lane adds differs
	ld.global.u8 %c, [%g];
	cvt.u32.u16 %j, %c;
	mov.u32 %i, %j;
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y+1024], %t;
	// 2: overwritten before it counts
	ld.global.u8 %i, [%g];
	st.global.u8 [%g], 63;
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y+512], 1;
	// 1: halves
	ld.global.u16 %j, [%a+128];
	mul.wide.u32 %o, %j, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y+252], 1;
	// 3: bytes, what they are now
	ld.global.u8 %i, [%g];
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	atom.shared.add.u32 %v, [%y+768], 1;
	st.global.u8 [%g], %h;
	// 0: what they were
	ld.global.u8 %i, [%g];
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y], 1;
	// 6: by what others have of it: every lane's byte with the sign, of which none has one
	ld.global.s8 %i, [%g];
	and.b32 %i, %i, 255;
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	red.shared.add.u32 [%y+1536], 1;
	// 7: all but the lanes of a few
	setp.ne.u32 %r, %t, 5;
	ld.global.u8 %i, [%g];
	mul.wide.u32 %o, %i, 4;
	add.u64 %y, %q, %o;
	@%r red.shared.add.u32 [%y+1792], 1;
	bar.sync 0;

	// %s: threads with this number; %j: the sum of them; %v: without thread 5
	mov.u32 %s, 0;
	mov.u32 %j, 0;
	mov.u32 %v, 0;
	mov.u32 %n, 0;
count:
	mad.lo.u32 %h, %n, 37, 11;
	shr.u32 %h, %h, 2;
	and.b32 %h, %h, 63;
	setp.eq.u32 %p, %h, %t;
	@%p add.u32 %s, %s, 1;
	@%p add.u32 %j, %j, %n;
	setp.ne.and.u32 %p, %n, 5, %p;
	@%p add.u32 %v, %v, 1;
	add.u32 %n, %n, 1;
	setp.lt.u32 %p, %n, 64;
	@%p bra count;
	ld.shared.u32 %i, [%x];
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ld.shared.u32 %i, [%x+256];
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ld.shared.u32 %i, [%x+512];
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ld.shared.u32 %i, [%x+1024];
	setp.ne.u32 %p, %i, %j;
	@%p trap;
	ld.shared.u32 %i, [%x+1280];
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ld.shared.u32 %i, [%x+1536];
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ld.shared.u32 %i, [%x+1792];
	setp.ne.u32 %p, %i, %v;
	@%p trap;
	// all had 63 when 3 was counted
	ld.shared.u32 %i, [%x+768];
	setp.eq.u32 %p, %t, 63;
	selp.u32 %s, 64, 0, %p;
	setp.ne.u32 %p, %i, %s;
	@%p trap;
	ret;
}
