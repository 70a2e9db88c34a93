// Copies to, from and between arrays of every kind, by every call that makes them, with offsets, extents and pitches
// that fit and some that do not: what each call answers, and a sum of what it left. -v on the command line prints more.
// build: -lcuda
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>
#include <vector>

enum { LINEAR = 1 << 16, CASES = 16 };

struct Kind {
	const char *name;
	size_t w, h, d;
	unsigned flags;
};
static const Kind kinds[] = {
	{"1D", 37, 0, 0, 0},
	{"2D", 19, 7, 0, 0},
	{"3D", 11, 6, 5, 0},
	{"1D layered", 13, 0, 4, cudaArrayLayered},
	{"2D layered", 9, 5, 3, cudaArrayLayered},
	{"cube", 6, 6, 6, cudaArrayCubemap},
	{"cubes", 5, 5, 12, cudaArrayCubemap | cudaArrayLayered},
};

struct Format {
	const char *name;
	cudaChannelFormatDesc desc;
	size_t bytes;
};
static const Format formats[] = {
	{"char", {8, 0, 0, 0, cudaChannelFormatKindSigned}, 1},
	{"short2", {16, 16, 0, 0, cudaChannelFormatKindUnsigned}, 4},
	{"float", {32, 0, 0, 0, cudaChannelFormatKindFloat}, 4},
	{"float4", {32, 32, 32, 32, cudaChannelFormatKindFloat}, 16},
};

struct Array {
	const Kind *kind;
	const Format *format;
	cudaArray_t array;
	std::vector<uint8_t> content;

	Array(const Kind &k, const Format &f) : kind(&k), format(&f), content(bytes()) {
		cudaMalloc3DArray(&array, &f.desc, make_cudaExtent(k.w, k.h, k.d), k.flags);
	}
	~Array() { cudaFreeArray(array); }
	size_t rows() const { return kind->h ? kind->h : 1; }
	size_t slices() const { return kind->d ? kind->d : 1; }
	size_t bytes() const { return kind->w * rows() * slices() * format->bytes; }
	void whole(cudaMemcpy3DParms *q, void *p) const {
		*q = {};
		q->extent = make_cudaExtent(kind->w, rows(), slices());
		(void)p;
	}
	void fill(unsigned seed) {
		for (size_t i = 0; i < content.size(); i++)
			content[i] = (uint8_t)((seed + i * 7 + i / 251) ^ i >> 3);
		cudaMemcpy3DParms q;
		whole(&q, content.data());
		q.srcPtr = make_cudaPitchedPtr(content.data(), kind->w * format->bytes, kind->w, rows());
		q.dstArray = array;
		q.kind = cudaMemcpyHostToDevice;
		cudaMemcpy3D(&q);
	}
	const std::vector<uint8_t> &read() {
		cudaMemcpy3DParms q;
		whole(&q, content.data());
		q.dstPtr = make_cudaPitchedPtr(content.data(), kind->w * format->bytes, kind->w, rows());
		q.srcArray = array;
		q.kind = cudaMemcpyDeviceToHost;
		cudaMemcpy3D(&q);
		return content;
	}
};

static uint8_t host_bytes[LINEAR];
static uint8_t *device_bytes;
static cudaStream_t stream;
static bool verbose;

static unsigned state;
static unsigned next(unsigned n) {
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

static uint32_t sum_of(const uint8_t *p, size_t n) {
	uint32_t h = 2166136261u;
	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 16777619u;
	return h;
}

static void fill_linear(unsigned seed) {
	for (int i = 0; i < LINEAR; i++)
		host_bytes[i] = (uint8_t)((seed + i * 13 + i / 241) ^ i >> 5);
	cudaMemcpy(device_bytes, host_bytes, LINEAR, cudaMemcpyHostToDevice);
}

// One copy: the box in elements, and where it is on both sides.
struct Box {
	size_t x, y, z, w, h, d;     // on the array's side
	size_t lx, ly, lz;           // on the other side: in bytes, rows, slices; of an array in elements
	size_t pitch, height;        // of linear memory
	size_t skip;                 // where it begins
};

// A number up to n, seldom beyond.
static size_t within(size_t n) {
	return next(12) == 0 ? n + next(2) : next((unsigned)n + 1);
}

static Box draw(const Array &a, const Array *other) {
	Box b;
	b.x = next(3) ? within(a.kind->w - 1) : 0;
	b.y = next(3) ? within(a.rows() - 1) : 0;
	b.z = next(3) ? within(a.slices() - 1) : 0;
	b.w = b.x < a.kind->w ? within(a.kind->w - b.x) : 1;
	b.h = b.y < a.rows() ? within(a.rows() - b.y) : 1;
	b.d = b.z < a.slices() ? within(a.slices() - b.z) : 1;
	b.lx = next(3) ? next(40) : 0;
	b.ly = next(3) ? next(5) : 0;
	b.lz = next(3) ? next(4) : 0;
	if (other) {
		b.lx = next(2) ? within(other->kind->w - 1) : 0;
		b.ly = next(2) ? within(other->rows() - 1) : 0;
		b.lz = next(2) ? within(other->slices() - 1) : 0;
		if (next(4)) {
			b.w = std::min(b.w, other->kind->w > b.lx ? other->kind->w - b.lx : 1);
			b.h = std::min(b.h, other->rows() > b.ly ? other->rows() - b.ly : 1);
			b.d = std::min(b.d, other->slices() > b.lz ? other->slices() - b.lz : 1);
		}
	}
	size_t row = b.w * a.format->bytes + (other ? 0 : b.lx);
	b.pitch = next(10) ? row + next(50) : next((unsigned)row + 1);
	b.height = next(10) ? b.h + b.ly + next(4) : next((unsigned)(b.h + b.ly) + 1);
	b.skip = next(2) ? next(100) : 0;
	return b;
}

enum Way { H2A, A2H, D2A, A2D, A2A, WAYS };
static const char *const way_names[] = {"host to array", "array to host", "device to array", "array to device",
                                        "array to array"};
static const cudaMemcpyKind way_kinds[] = {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
                                           cudaMemcpyDeviceToDevice, cudaMemcpyDeviceToDevice};

static bool to_array(Way w) { return w == H2A || w == D2A || w == A2A; }
static bool with_host(Way w) { return w == H2A || w == A2H; }
static uint8_t *linear(Way w) { return with_host(w) ? host_bytes : device_bytes; }

static cudaMemcpy3DParms parms(Way way, const Array &a, const Array &b, const Box &x) {
	cudaMemcpy3DParms q = {};
	cudaPitchedPtr p = make_cudaPitchedPtr(linear(way) + x.skip, x.pitch, x.w * a.format->bytes, x.height);
	cudaPos in_array = make_cudaPos(x.x, x.y, x.z), other = make_cudaPos(x.lx, x.ly, x.lz);
	q.extent = make_cudaExtent(x.w, x.h, x.d);
	q.kind = way_kinds[way];
	if (to_array(way)) {
		q.dstArray = a.array;
		q.dstPos = in_array;
		q.srcPos = other;
		if (way == A2A)
			q.srcArray = b.array;
		else
			q.srcPtr = p;
	} else {
		q.srcArray = a.array;
		q.srcPos = in_array;
		q.dstPos = other;
		q.dstPtr = p;
	}
	return q;
}

static CUDA_MEMCPY3D driver_parms(Way way, const Array &a, const Array &b, const Box &x) {
	CUDA_MEMCPY3D q = {};
	size_t e = a.format->bytes;
	q.WidthInBytes = x.w * e;
	q.Height = x.h;
	q.Depth = x.d;
	auto src = [&](CUmemorytype t, size_t px, size_t py, size_t pz) {
		q.srcMemoryType = t, q.srcXInBytes = px, q.srcY = py, q.srcZ = pz;
	};
	auto dst = [&](CUmemorytype t, size_t px, size_t py, size_t pz) {
		q.dstMemoryType = t, q.dstXInBytes = px, q.dstY = py, q.dstZ = pz;
	};
	CUmemorytype side = with_host(way) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
	uint8_t *p = linear(way) + x.skip;
	if (to_array(way)) {
		dst(CU_MEMORYTYPE_ARRAY, x.x * e, x.y, x.z);
		q.dstArray = (CUarray)a.array;
		if (way == A2A) {
			src(CU_MEMORYTYPE_ARRAY, x.lx * b.format->bytes, x.ly, x.lz);
			q.srcArray = (CUarray)b.array;
		} else {
			src(side, x.lx, x.ly, x.lz);
			q.srcHost = p, q.srcDevice = (CUdeviceptr)p, q.srcPitch = x.pitch, q.srcHeight = x.height;
		}
	} else {
		src(CU_MEMORYTYPE_ARRAY, x.x * e, x.y, x.z);
		q.srcArray = (CUarray)a.array;
		dst(side, x.lx, x.ly, x.lz);
		q.dstHost = p, q.dstDevice = (CUdeviceptr)p, q.dstPitch = x.pitch, q.dstHeight = x.height;
	}
	return q;
}

static CUDA_MEMCPY2D flat_parms(const CUDA_MEMCPY3D &q) {
	CUDA_MEMCPY2D f = {};
	f.srcXInBytes = q.srcXInBytes, f.srcY = q.srcY, f.srcMemoryType = q.srcMemoryType;
	f.srcHost = q.srcHost, f.srcDevice = q.srcDevice, f.srcArray = q.srcArray, f.srcPitch = q.srcPitch;
	f.dstXInBytes = q.dstXInBytes, f.dstY = q.dstY, f.dstMemoryType = q.dstMemoryType;
	f.dstHost = q.dstHost, f.dstDevice = q.dstDevice, f.dstArray = q.dstArray, f.dstPitch = q.dstPitch;
	f.WidthInBytes = q.WidthInBytes, f.Height = q.Height;
	return f;
}

// ---- the calls --------------------------------------------------------------------------------------------------

typedef int Call(Way, Array &, Array &, const Box &);

static int plain_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DParms q = parms(way, a, b, x);
	return cudaMemcpy3D(&q);
}

static int default_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DParms q = parms(way, a, b, x);
	q.kind = cudaMemcpyDefault;
	return cudaMemcpy3DAsync(&q, stream);
}

static int peer_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DParms q = parms(way, a, b, x);
	cudaMemcpy3DPeerParms p = {};
	p.srcArray = q.srcArray, p.srcPos = q.srcPos, p.srcPtr = q.srcPtr;
	p.dstArray = q.dstArray, p.dstPos = q.dstPos, p.dstPtr = q.dstPtr;
	p.extent = q.extent;
	return cudaMemcpy3DPeer(&p);
}

static int finish(cudaGraph_t g) {
	cudaGraphExec_t exec;
	int e = cudaGraphInstantiate(&exec, g, 0);
	if (e)
		return 1000 + e;
	e = cudaGraphLaunch(exec, stream);
	cudaStreamSynchronize(stream);
	cudaGraphExecDestroy(exec);
	return e ? 2000 + e : 0;
}

static int node_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DParms q = parms(way, a, b, x);
	cudaGraph_t g;
	cudaGraphNode_t n;
	cudaGraphCreate(&g, 0);
	int e = cudaGraphAddMemcpyNode(&n, g, NULL, 0, &q);
	if (!e) {
		cudaMemcpy3DParms back;
		memset(&back, 0x55, sizeof back);
		e = cudaGraphMemcpyNodeGetParams(n, &back);
		if (!e && memcmp(&back.extent, &q.extent, sizeof q.extent))
			e = 5000;
	}
	if (!e)
		e = finish(g);
	cudaGraphDestroy(g);
	return e;
}

static int captured_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DParms q = parms(way, a, b, x);
	cudaGraph_t g = NULL;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
	int e = cudaMemcpy3DAsync(&q, stream);
	int end = cudaStreamEndCapture(stream, &g);
	if (!e && end)
		e = 3000 + end;
	if (!e)
		e = finish(g);
	if (g)
		cudaGraphDestroy(g);
	return e;
}

// Of the first slice; height and slices are left out.
static int flat(Way way, Array &a, Array &b, const Box &x, cudaMemcpyKind kind, bool async) {
	uint8_t *p = linear(way) + x.skip;
	size_t e = a.format->bytes, w = x.w * e;
	switch (way) {
	case A2A:
		return cudaMemcpy2DArrayToArray(a.array, x.x * e, x.y, b.array, x.lx * b.format->bytes, x.ly, w, x.h, kind);
	case H2A:
	case D2A:
		return async ? cudaMemcpy2DToArrayAsync(a.array, x.x * e, x.y, p, x.pitch, w, x.h, kind, stream)
		             : cudaMemcpy2DToArray(a.array, x.x * e, x.y, p, x.pitch, w, x.h, kind);
	default:
		return async ? cudaMemcpy2DFromArrayAsync(p, x.pitch, a.array, x.x * e, x.y, w, x.h, kind, stream)
		             : cudaMemcpy2DFromArray(p, x.pitch, a.array, x.x * e, x.y, w, x.h, kind);
	}
}

static int flat_2d(Way way, Array &a, Array &b, const Box &x) {
	return flat(way, a, b, x, way_kinds[way], false);
}

// A device ends the process for a pitch of 0.
static int flat_2d_async(Way way, Array &a, Array &b, const Box &x) {
	Box y = x;
	y.pitch = std::max(y.pitch, (size_t)1);
	return flat(way, a, b, y, cudaMemcpyDefault, true);
}

// Bytes one after the other; offsets within elements too.
static int bytes_1d(Way way, Array &a, Array &b, const Box &x) {
	uint8_t *p = linear(way) + x.skip;
	size_t e = a.format->bytes, n = x.w * x.h * e - (x.lz == 1 && x.w * x.h), at = x.x * e + (x.lz == 2);
	if (way == A2A)
		return cudaMemcpyArrayToArray(a.array, at, x.y, b.array, x.lx * b.format->bytes, x.ly, n,
		                              cudaMemcpyDeviceToDevice);
	return to_array(way) ? cudaMemcpyToArray(a.array, at, x.y, p, n, way_kinds[way])
	                     : cudaMemcpyFromArray(p, a.array, at, x.y, n, way_kinds[way]);
}

static int driver_bytes(Way way, Array &a, Array &b, const Box &x) {
	uint8_t *p = linear(way) + x.skip;
	size_t e = a.format->bytes, n = x.w * e - (x.lz == 1 && x.w), at = x.x * e + (x.lz == 2);
	CUarray array = (CUarray)a.array;
	switch (way) {
	case H2A: return cuMemcpyHtoA(array, at, p, n);
	case A2H: return cuMemcpyAtoH(p, array, at, n);
	case D2A: return cuMemcpyDtoA(array, at, (CUdeviceptr)p, n);
	case A2D: return cuMemcpyAtoD((CUdeviceptr)p, array, at, n);
	default: return cuMemcpyAtoA(array, at, (CUarray)b.array, x.lx * b.format->bytes, n);
	}
}

static int driver_bytes_async(Way way, Array &a, Array &b, const Box &x) {
	uint8_t *p = linear(way) + x.skip;
	size_t e = a.format->bytes;
	if (way == H2A)
		return cuMemcpyHtoAAsync((CUarray)a.array, x.x * e, p, x.w * e, stream);
	if (way == A2H)
		return cuMemcpyAtoHAsync(p, (CUarray)a.array, x.x * e, x.w * e, stream);
	return driver_bytes(way, a, b, x);
}

static int driver_3d(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY3D q = driver_parms(way, a, b, x);
	return cuMemcpy3D(&q);
}

// In bytes that are not whole elements now and then.
static int driver_3d_odd(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY3D q = driver_parms(way, a, b, x);
	if (x.lz == 1 && q.WidthInBytes)
		q.WidthInBytes--;
	if (x.lz == 2)
		(to_array(way) ? q.dstXInBytes : q.srcXInBytes)++;
	return cuMemcpy3DAsync(&q, stream);
}

static int driver_peer(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY3D q = driver_parms(way, a, b, x);
	CUDA_MEMCPY3D_PEER p = {};
	p.srcXInBytes = q.srcXInBytes, p.srcY = q.srcY, p.srcZ = q.srcZ, p.srcMemoryType = q.srcMemoryType;
	p.srcHost = q.srcHost, p.srcDevice = q.srcDevice, p.srcArray = q.srcArray;
	p.srcPitch = q.srcPitch, p.srcHeight = q.srcHeight;
	p.dstXInBytes = q.dstXInBytes, p.dstY = q.dstY, p.dstZ = q.dstZ, p.dstMemoryType = q.dstMemoryType;
	p.dstHost = q.dstHost, p.dstDevice = q.dstDevice, p.dstArray = q.dstArray;
	p.dstPitch = q.dstPitch, p.dstHeight = q.dstHeight;
	p.WidthInBytes = q.WidthInBytes, p.Height = q.Height, p.Depth = q.Depth;
	cuCtxGetCurrent(&p.srcContext);
	p.dstContext = p.srcContext;
	return cuMemcpy3DPeer(&p);
}

static int driver_2d(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY2D q = flat_parms(driver_parms(way, a, b, x));
	return cuMemcpy2D(&q);
}

static int driver_2d_unaligned(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY2D q = flat_parms(driver_parms(way, a, b, x));
	return cuMemcpy2DUnaligned(&q);
}

static int driver_2d_async(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY2D q = flat_parms(driver_parms(way, a, b, x));
	if (!with_host(way) && way != A2A)
		q.srcMemoryType == CU_MEMORYTYPE_DEVICE ? q.srcMemoryType = CU_MEMORYTYPE_UNIFIED
		                                        : q.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
	return cuMemcpy2DAsync(&q, stream);
}

static int driver_node(Way way, Array &a, Array &b, const Box &x) {
	CUDA_MEMCPY3D q = driver_parms(way, a, b, x);
	cudaGraph_t g;
	CUgraphNode n;
	CUcontext c;
	cuCtxGetCurrent(&c);
	cudaGraphCreate(&g, 0);
	int e = cuGraphAddMemcpyNode(&n, g, NULL, 0, &q, c);
	if (!e)
		e = finish(g);
	cudaGraphDestroy(g);
	return e;
}

static cudaMemcpy3DOperand array_operand(const Array &a, size_t x, size_t y, size_t z) {
	cudaMemcpy3DOperand o = {};
	o.type = cudaMemcpyOperandTypeArray;
	o.op.array.array = a.array;
	o.op.array.offset = {x, y, z};
	return o;
}

static int batch_3d(Way way, Array &a, Array &b, const Box &x) {
	cudaMemcpy3DBatchOp op = {};
	cudaMemcpy3DOperand mine = array_operand(a, x.x, x.y, x.z), other = array_operand(b, x.lx, x.ly, x.lz);
	if (way != A2A) {
		other = {};
		other.type = cudaMemcpyOperandTypePointer;
		other.op.ptr.ptr = linear(way) + x.skip;
		other.op.ptr.rowLength = x.lz == 1 ? 0 : x.w + x.lx / a.format->bytes;
		other.op.ptr.layerHeight = x.lz == 1 ? 0 : x.h + x.ly;
	}
	op.src = to_array(way) ? other : mine;
	op.dst = to_array(way) ? mine : other;
	op.extent = make_cudaExtent(x.w, x.h, x.d);
	op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	return cudaMemcpy3DBatchAsync(1, &op, 0, stream);
}

static const struct {
	const char *name;
	Call *call;
} calls[] = {
	{"cudaMemcpy3D", plain_3d},
	{"cudaMemcpy3DAsync, default", default_3d},
	{"cudaMemcpy3DPeer", peer_3d},
	{"cudaGraphAddMemcpyNode", node_3d},
	{"cudaMemcpy3DAsync, captured", captured_3d},
	{"cudaMemcpy3DBatchAsync", batch_3d},
	{"cudaMemcpy2DToArray and kin", flat_2d},
	{"cudaMemcpy2DToArrayAsync and kin", flat_2d_async},
	{"cudaMemcpyToArray and kin", bytes_1d},
	{"cuMemcpyHtoA and kin", driver_bytes},
	{"cuMemcpyHtoAAsync and kin", driver_bytes_async},
	{"cuMemcpy3D", driver_3d},
	{"cuMemcpy3DAsync, odd bytes", driver_3d_odd},
	{"cuMemcpy3DPeer", driver_peer},
	{"cuMemcpy2D", driver_2d},
	{"cuMemcpy2DUnaligned", driver_2d_unaligned},
	{"cuMemcpy2DAsync", driver_2d_async},
	{"cuGraphAddMemcpyNode", driver_node},
};

static void tell(const Box &x, int e, uint32_t sum) {
	printf("\n    array %zu,%zu,%zu + %zu,%zu,%zu other %zu,%zu,%zu pitch %zu height %zu from %zu: %d %08x", x.x, x.y, x.z,
	       x.w, x.h, x.d, x.lx, x.ly, x.lz, x.pitch, x.height, x.skip, e, sum);
}

static void one_way(const char *name, Call *call, Way way, Array &a, Array &b) {
	int last = 0;
	uint32_t all = 0;
	std::string answers;
	printf("%s, %s, %s %s", name, way_names[way], a.kind->name, a.format->name);
	if (way == A2A)
		printf(" from %s %s", b.kind->name, b.format->name);
	printf(":");
	for (int i = 0; i < CASES; i++) {
		Box x = draw(a, way == A2A ? &b : NULL);
		a.fill(i);
		if (way == A2A)
			b.fill(i + 77);
		else
			fill_linear(i + 5);
		int e = call(way, a, b, x);
		cudaGetLastError();
		int done = cudaDeviceSynchronize();
		uint32_t sum;
		if (to_array(way)) {
			a.read();
			sum = sum_of(a.content.data(), a.content.size());
		} else {
			if (way == A2D)
				cudaMemcpy(host_bytes, device_bytes, LINEAR, cudaMemcpyDeviceToHost);
			sum = sum_of(host_bytes, LINEAR);
		}
		if (done)
			last = done;
		if (verbose)
			tell(x, e, sum);
		answers += e ? std::to_string(e) + " " : ". ";
		all = all * 31 + sum;
	}
	printf("%s %s%08x", verbose ? "\n   " : "", answers.c_str(), all);
	if (last)
		printf(" then %d", last);
	printf("\n");
}

// A call with arrays of one kind, or of two kinds.
static void one_call(size_t i, bool mixed) {
	for (auto &k : kinds)
		for (auto &f : formats) {
			size_t kind = &k - kinds, format = &f - formats;
			if (format != (kind + i) % 4 && format != (kind + i * 3 + 1) % 4)
				continue; // two formats of four
			Array a(k, f), same(k, f);
			state = (unsigned)(i * 1000 + kind * 10 + format + mixed * 500);
			if (mixed && calls[i].call == flat_2d_async)
				continue; // there is none
			if (mixed) {
				for (int n = 0; n < 3; n++) {
					size_t o = next(7), g = next(3) ? format : next(4);
					Array other(kinds[o], formats[g]);
					one_way(calls[i].name, calls[i].call, A2A, a, other);
				}
				continue;
			}
			for (int way = 0; way < (calls[i].call == flat_2d_async ? A2A : WAYS); way++)
				one_way(calls[i].name, calls[i].call, (Way)way, a, same);
		}
}

// A process for each call: one that ends badly takes no other with it.
int main(int argc, char **argv) {
	const char *how = argc > 1 ? argv[1] : "-q";
	verbose = !strcmp(how, "-v");
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 2) {
		cudaMalloc(&device_bytes, LINEAR);
		cudaStreamCreate(&stream);
		one_call((size_t)atoi(argv[2]) / 2, atoi(argv[2]) % 2);
		return 0;
	}
	for (size_t i = 0; i < 2 * sizeof calls / sizeof *calls; i++) {
		std::string command = std::string("exec '") + argv[0] + "' " + how + " " + std::to_string(i);
		if (system(command.c_str()))
			printf("%s: the process ended badly\n", calls[i / 2].name);
	}
	return 0;
}
