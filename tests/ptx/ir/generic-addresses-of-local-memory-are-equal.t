// Lanes name their own local memory by equal addresses; what they find there differs.
// mode: uniformity
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.local .align 8 .b8 %m[8];
	.reg .pred %p;
	.reg .b32 %x;
	.reg .b64 %q, %a;
	mov.u64 %q, %m;
	cvta.local.u64 %a, %q;
	setp.ne.u64 %p, %a, 0;
	@%p bra on;
	ld.u32 %x, [%a];
	cvta.to.local.u64 %q, %a;
	st.local.u32 [%q], %x;
on:
	ret;
}
//==== expected
k: 8 instructions, 3 blocks
b0:
    uniform, cta         mov.u64 %q, %m;
    uniform, cta         cvta.local.u64 %a, %q;
    uniform, cta         setp.ne.u64 %p, %a, 0;
    together             @%p bra on;
b1:
    divergent            ld.u32 %x, [%a];
    uniform, cta         cvta.to.local.u64 %q, %a;
                         st.local.u32 [%q], %x;
b2 on:
                         ret;

