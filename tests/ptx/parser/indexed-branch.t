// brx.idx jumps through a list of labels.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %i;
	mov.u32 %i, %tid.x;
	and.b32 %i, %i, 1;
list: .branchtargets a, b;
	brx.idx %i, list;
a:
	mov.u32 %i, 1;
	bra.uni done;
b:
	mov.u32 %i, 2;
done:
	ret;
}
