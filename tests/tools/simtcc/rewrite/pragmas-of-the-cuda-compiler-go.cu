# 1 "k.cu"
#pragma nv_diag_suppress 177
#pragma nv_diagnostic push
#pragma nv_diag_error 68, 69
#pragma nv_diagnostic pop
#pragma nv_exec_check_disable
__host__ __device__ void f();
#pragma hd_warning_disable
__host__ __device__ void g();
#pragma nv_abi preserve_n_data(2)
__device__ void z();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
__global__ void k() {
#pragma nv_diag_suppress 20
	f();
}
#pragma GCC diagnostic pop
