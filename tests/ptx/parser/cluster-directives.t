// Cluster directives of a kernel.
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
.explicitcluster
.reqnctapercluster 2, 1, 1
{
	ret;
}
.visible .entry l()
.explicitcluster
.maxclusterrank 8
{
	ret;
}
