/* Variables of the device: those of no namespace have the name that is written, static ones too. */
__device__ int plain; // plain
static __device__ int of_file; // of_file
static __constant__ int table[4]; // table
__device__ const int fixed = 7; // fixed
static __device__ const int row[2] = {3, 4}; // row
__constant__ const int fixed_table[2] = {1, 2}; // fixed_table
static __managed__ int both; // both
extern "C" {
__device__ int of_c; // of_c
static __constant__ int static_of_c; // static_of_c
}
namespace n {
__device__ int inner; // _ZN1n5innerE
static __device__ int static_inner; // _ZN1nL12static_innerE
}
namespace {
__device__ int unnamed; // _ZN12_GLOBAL__N_17unnamedE
}
template <class T> __device__ T templated; // _Z9templatedIiE
__global__ void k(int *p) // _Z1kPi
{
	static __device__ int local; // _ZZ1kPiE5local
	local++;
	*p = local + plain + of_file + table[*p] + fixed + row[*p] + fixed_table[*p] + both + of_c + static_of_c + n::inner +
	     n::static_inner + unnamed + templated<int> + (&fixed == p);
}
int main()
{
	int *p = nullptr;
	k<<<1, 1>>>(p);
	cudaMemcpyToSymbol(table, p, 4);
	return 0;
}
