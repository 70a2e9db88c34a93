// Matrix fragment: stored by the warp, read by lanes without __syncwarp
// link: https://github.com/JustVugg/colibri/issues/1099
// what: store_matrix_sync stores a tile with all lanes; another lane may read it only after the warp has synchronised.
// expect: Potential RAW hazard detected at __shared__
#include "gallery.h"
#include <mma.h>
using namespace nvcuda;
__global__ void product(const half *a, const half *b, float *out) {
	__shared__ __align__(32) float tile[256];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
	wmma::load_matrix_sync(fa, a, 16);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::fill_fragment(acc, 0);
	wmma::mma_sync(acc, fa, fb, acc);
	wmma::store_matrix_sync(tile, acc, 16, wmma::mem_row_major); // other
#ifdef FIXED
	__syncwarp();
#endif
	for (int i = threadIdx.x; i < 256; i += 32)
		out[i] = tile[i]; // bug
}
int main() {
	product<<<1, 32>>>(zeros<half>(256), zeros<half>(256), zeros<float>(256));
}
