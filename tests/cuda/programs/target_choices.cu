// <nv/target>: code for the host, the device and architectures; cuda::stream_ref; cuda::is_floating_point.
#include <cstdio>
#include <cuda/std/type_traits>
#include <cuda/stream_ref>
#include <cuda/type_traits>
#include <nv/target>

__host__ __device__ int side()
{
	NV_IF_ELSE_TARGET(NV_IS_HOST, (return 1;), (int two[] = {1, 1}; return two[0] + two[1];))
}

__host__ __device__ int only_device(int x)
{
	NV_IF_TARGET(NV_IS_DEVICE, (x += blockDim.x;))
	NV_IF_TARGET(NV_IS_DEVICE, (x += 100;), (x -= 100;))
	return x;
}

__host__ __device__ int newest()
{
	NV_DISPATCH_TARGET(NV_PROVIDES_SM_100, (return 100;), NV_PROVIDES_SM_90, (return 90;), NV_IS_DEVICE,
	                   (return 1;), NV_IS_HOST, (return 0;))
}

__host__ __device__ int exact()
{
	NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_80, (return 80;), NV_IS_EXACTLY_SM_90, (return 90;), NV_ANY_TARGET,
	                   (int a = 3, b = 4; return a + b;))
}

__host__ __device__ int nothing()
{
	int x = 5;
	NV_IF_TARGET(NV_NO_TARGET, (x = 6;))
	NV_DISPATCH_TARGET(NV_NO_TARGET, (x = 7;), NV_IS_EXACTLY_SM_70, (x = 8;))
	return x;
}

__host__ __device__ int bare()
{
	NV_IF_TARGET(NV_IS_DEVICE, int x = 4; (void)x;)
	int x = 5;
	NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, return 9;, NV_IS_HOST, return x;)
	return x;
}

__global__ void kernel(int *out)
{
	out[0] = side();
	out[1] = only_device(1);
	out[2] = newest();
	out[3] = exact();
	out[4] = nothing();
	out[5] = bare();
}

static_assert(cuda::is_floating_point_v<__half> && cuda::is_floating_point<const __nv_bfloat16>::value);
static_assert(cuda::is_floating_point_v<double> && !cuda::is_floating_point_v<int>);

int main()
{
	int *out;
	cudaStream_t made;
	cudaMallocManaged(&out, 6 * sizeof(int));
	cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, -1);
	cuda::stream_ref s(made), none;
	kernel<<<1, 32, 0, s.get()>>>(out);
	s.wait();
	printf("%d %d %d %d\n", s.ready(), s.priority(), s == cuda::stream_ref(made), s != none);
	printf("%d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
	printf("%d %d %d %d %d %d\n", side(), only_device(1), newest(), exact(), nothing(), bare());
}
