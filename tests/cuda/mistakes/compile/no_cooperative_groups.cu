__global__ void k(int *p) {
	auto block = cooperative_groups::this_thread_block();
	block.sync();
}
