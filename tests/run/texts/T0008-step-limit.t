// A loop without end stops at the step limit.
// mode: run
// trap: T0008 11
// options: --block 32 --step-limit 100000
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
loop:
	bra loop;
}
