// Persisting L2 as properties, limits, windows of streams, launches and nodes, and resets: hints that calls check.
// Sizes are printed as parts of what the device says it has, since devices differ.
// build: -lcuda
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void add(int *p) {
	p[threadIdx.x]++;
}

static size_t most, most_window;

static int last(int e) {
	cudaGetLastError();
	return e;
}

static void limit() {
	static const struct {
		const char *name;
		double part;
		long more;
	} sizes[] = {{"0", 0, 0}, {"1", 0, 1}, {"4096", 0, 4096}, {"a tenth", .1, 0}, {"a tenth and 1", .1, 1},
	             {"less than two tenths", .2, -1}, {"half", .5, 0}, {"nearly all", 1, -1}, {"all", 1, 0}, {"more", 1, 1},
	             {"twice", 2, 0}, {"much more", 1, 1l << 40}, {"-1", 0, -1}};
	size_t v = 77;
	int e = cudaDeviceGetLimit(&v, cudaLimitPersistingL2CacheSize);
	printf("limit at first %d, tenths %.3f\n", e, 10.0 * v / most);
	for (auto &size : sizes) {
		size_t s = (size_t)(size.part * most + .5) + (size_t)size.more;
		e = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, s);
		int g = cudaDeviceGetLimit(&v, cudaLimitPersistingL2CacheSize);
		printf("set %s: %d, get %d: %s, %s, tenths %.3f\n", size.name, e, g, v == s ? "what was set" : v < s ? "less" : "more",
		       v <= most ? "within" : "beyond", 10.0 * v / most);
		size_t d = 77;
		CUresult r = cuCtxGetLimit(&d, CU_LIMIT_PERSISTING_L2_CACHE_SIZE);
		printf("  driver %d %s", r, d == v ? "the same" : "another");
		r = cuCtxSetLimit(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, s);
		printf(", sets %d\n", r);
		last(0);
	}
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most / 2);
	for (size_t s : {(size_t)0, (size_t)1, (size_t)32, (size_t)64, (size_t)100, (size_t)128, (size_t)129}) {
		e = last(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, s));
		cudaDeviceGetLimit(&v, cudaLimitMaxL2FetchGranularity);
		printf("granularity %zu: %d, %zu\n", s, e, v);
	}
}

static void show(const char *what, int set, int get, const cudaAccessPolicyWindow &w, const cudaAccessPolicyWindow &b) {
	printf("%s: %d, get %d", what, set, get);
	if (!get && !set)
		printf(" base %s bytes %s ratio %g hit %d miss %d", b.base_ptr == w.base_ptr ? "kept" : "another",
		       b.num_bytes == w.num_bytes ? "kept" : "others", b.hitRatio, b.hitProp, b.missProp);
	printf("\n");
}

struct Window {
	const char *name;
	int base; // 0 none, 1 memory, 2 inside of it, 3 of the host, 4 past it
	double part;
	float ratio;
	int hit, miss;
};
static const Window windows[] = {
	{"plain", 1, .01, .6f, 2, 1},
	{"no bytes", 1, 0, .6f, 2, 1},
	{"no base", 0, .01, .5f, 2, 0},
	{"nothing", 0, 0, 0, 0, 0},
	{"odd base", 2, .01, .5f, 2, 0},
	{"of the host", 3, .001, .5f, 2, 0},
	{"past memory", 4, .01, .5f, 2, 0},
	{"all of it", 1, 1, 1, 2, 0},
	{"more than all", 1, 1.5, 1, 2, 0},
	{"ratio 0", 1, .01, 0, 2, 0},
	{"ratio 1", 1, .01, 1, 1, 1},
	{"ratio above 1", 1, .01, 1.0001f, 2, 0},
	{"ratio below 0", 1, .01, -.1f, 2, 0},
	{"ratio no number", 1, .01, NAN, 2, 0},
	{"ratio above 1, no bytes", 1, 0, 2, 2, 0},
	{"hit normal, miss streaming", 1, .01, .5f, 0, 1},
	{"hit streaming, miss normal", 1, .01, .5f, 1, 0},
	{"hit normal, miss normal", 1, .01, .5f, 0, 0},
	{"hit persisting, miss persisting", 1, .01, .5f, 2, 2},
	{"hit 3", 1, .01, .5f, 3, 0},
	{"miss 3", 1, .01, .5f, 0, 3},
	{"hit -1", 1, .01, .5f, -1, 0},
};

int main() {
	int *p, host[64], *out;
	cudaDeviceProp prop;
	cudaStream_t s, t;
	setvbuf(stdout, NULL, _IOLBF, 0);
	cudaFree(0);
	cudaGetDeviceProperties(&prop, 0);
	most = prop.persistingL2CacheMaxSize;
	most_window = prop.accessPolicyMaxWindowSize;
	int a = -1, b = -1, c = -1, d = -1;
	cudaDeviceGetAttribute(&a, cudaDevAttrMaxPersistingL2CacheSize, 0);
	cudaDeviceGetAttribute(&b, cudaDevAttrMaxAccessPolicyWindowSize, 0);
	cuDeviceGetAttribute(&c, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, 0);
	cuDeviceGetAttribute(&d, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, 0);
	printf("has some %d, less than all %d, window %zu, attributes agree %d %d %d %d\n", most > 0,
	       most < (size_t)prop.l2CacheSize, most_window, a == (int)most, b == (int)most_window, c == (int)most,
	       d == (int)most_window);
	printf("part of L2 %.3f\n", (double)most / prop.l2CacheSize);
	limit();
	cudaMalloc(&p, 1 << 20);
	cudaMallocHost(&out, 64);
	cudaMemset(p, 0, 1 << 20);
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	cudaStreamAttrValue v = {}, back = {};
	int e = cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &back);
	show("at first", 0, e, v.accessPolicyWindow, back.accessPolicyWindow);
	cudaGraph_t g;
	cudaGraphNode_t n;
	void *args[] = {&p};
	cudaKernelNodeParams kp = {};
	kp.func = (void *)add;
	kp.gridDim = kp.blockDim = 1;
	kp.kernelParams = args;
	cudaGraphCreate(&g, 0);
	cudaGraphAddKernelNode(&n, g, NULL, 0, &kp);
	for (const Window &w : windows) {
		cudaAccessPolicyWindow x = {};
		x.base_ptr = w.base == 0 ? NULL : w.base == 1 ? (void *)p : w.base == 2 ? (char *)p + 5 : w.base == 3 ? (void *)host : (char *)p + (64 << 20);
		x.num_bytes = (size_t)(w.part * most_window);
		x.hitRatio = w.ratio;
		x.hitProp = (cudaAccessProperty)w.hit;
		x.missProp = (cudaAccessProperty)w.miss;
		v = {};
		v.accessPolicyWindow = x;
		printf("-- %s\n", w.name);
		e = last(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
		int q = last(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &back));
		show("stream", e, q, x, back.accessPolicyWindow);
		CUstreamAttrValue dv;
		memcpy(&dv, &v, sizeof dv);
		e = cuStreamSetAttribute((CUstream)s, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &dv);
		printf("driver's stream %d\n", e);
		add<<<1, 32, 0, s>>>(p);
		e = last(cudaGetLastError());
		q = cudaStreamSynchronize(s);
		printf("launch %d %d\n", e, q);
		e = last(cudaGraphKernelNodeSetAttribute(n, cudaKernelNodeAttributeAccessPolicyWindow, &v));
		q = last(cudaGraphKernelNodeGetAttribute(n, cudaKernelNodeAttributeAccessPolicyWindow, &back));
		show("node", e, q, x, back.accessPolicyWindow);
		cudaLaunchConfig_t config = {};
		cudaLaunchAttribute attr[1] = {};
		config.gridDim = 1;
		config.blockDim = 32;
		config.stream = t;
		config.attrs = attr;
		config.numAttrs = 1;
		attr[0].id = cudaLaunchAttributeAccessPolicyWindow;
		attr[0].val.accessPolicyWindow = x;
		e = last(cudaLaunchKernelEx(&config, add, p));
		q = cudaStreamSynchronize(t);
		printf("launch with it %d %d\n", e, q);
	}
	e = last(cudaStreamCopyAttributes(t, s));
	int q = last(cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &back));
	printf("copied %d %d ratio %g\n", e, q, back.accessPolicyWindow.hitRatio);
	e = last(cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v));
	printf("default stream %d\n", e);
	e = cudaCtxResetPersistingL2Cache();
	q = cuCtxResetPersistingL2Cache();
	printf("reset %d %d\n", e, q);
	cudaMemcpy(out, p, 8, cudaMemcpyDeviceToHost);
	printf("launches %d %d\n", out[0], out[1]);
	e = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
	v = {};
	v.accessPolicyWindow.base_ptr = p;
	v.accessPolicyWindow.num_bytes = 1 << 20;
	v.accessPolicyWindow.hitRatio = 1;
	v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	q = last(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
	printf("without a limit %d %d\n", e, q);
	cudaDeviceReset();
	size_t at_last = 77;
	cudaDeviceGetLimit(&at_last, cudaLimitPersistingL2CacheSize);
	printf("after a reset %.3f tenths\n", 10.0 * at_last / most);
	return 0;
}
