// An unknown instruction is a warning, and traps when it is reached.
// mode: run
// warning: E0108 11:2
// trap: T0011 11
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	frobnicate.u32 1;
	ret;
}
