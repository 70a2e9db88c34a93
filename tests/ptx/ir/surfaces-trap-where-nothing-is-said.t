// mode: ir
// Without .trap, .clamp or .zero an access outside a surface traps.
.version 8.0
.target sm_90
.address_size 64
.global .surfref s;
.entry k()
{
	.reg .b32 %r<9>;
	suld.b.2d.b32 %r1, [s, {%r2,%r3}];
	suld.b.1d.v2.b32 {%r1,%r2}, [s, {%r3}];
	sust.b.3d.v4.b32 [s, {%r1,%r2,%r3,%r4}], {%r5,%r6,%r7,%r8};
	sust.p.2d.b32 [s, {%r1,%r2}], %r3;
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.global .surfref s;
.entry k()
{
	.reg .b32 %r<9>;
	// block 0
	suld.b.2d.b32.trap %r1, [s, {%r2,%r3}]; // SULD
	suld.b.1d.v2.b32.trap {%r1,%r2}, [s, {%r3}]; // SULD
	sust.b.3d.v4.b32.trap [s, {%r1,%r2,%r3,%r4}], {%r5,%r6,%r7,%r8}; // SUST
	sust.p.2d.b32.trap [s, {%r1,%r2}], %r3; // SUST_P
	ret; // RET
}

