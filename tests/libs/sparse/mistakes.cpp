/* mistakes.cpp - a product with a wrong operand: mistakes.py reads what the runtime says.
 * SPDX-License-Identifier: Apache-2.0 */
#include "dense.h"

int main(int argc, char **argv) {
	std::string which = argc > 1 ? argv[1] : "";
	cusparseHandle_t h;
	void *buffer;
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t x, y;
	std::vector<int> offsets = {0, 1, 2, 3}, columns = {0, 2, which == "column" ? 3 : 1};
	if (which == "offset")
		offsets[2] = 400;
	float *values = device(std::vector<float>{1, 2, 3}), one = 1, zero = 0, *px;
	CHECK(cusparseCreate(&h));
	CHECK(cusparseCreateCsr(&a, 3, 3, 3, device(offsets), device(columns), values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
	                        CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cudaMalloc((void **)&px, 3 * sizeof(float)));
	if (which != "fresh")
		CHECK(cudaMemset(px, 0, 3 * sizeof(float)));
	CHECK(cusparseCreateDnVec(&x, 3, px, CUDA_R_32F));
	if (which == "null")
		CHECK(cusparseDnVecSetValues(x, nullptr));
	CHECK(cusparseCreateDnVec(&y, 3, device(std::vector<float>(3)), CUDA_R_32F));
	if (which == "freed")
		CHECK(cudaFree(values));
	CHECK(cudaMalloc(&buffer, 16));
	CHECK(cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F,
	                   CUSPARSE_SPMV_ALG_DEFAULT, buffer));
	printf("synchronized: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
