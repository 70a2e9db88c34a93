/* multi.c - arrays that are spread over devices. The parts are gathered in memory of the
 * host, transformed by the first device, and spread again. In between, numbers are in
 * their natural order or, after a transform, in the library's: arrays of two and three
 * dimensions are cut along the second instead of the first, and those of one dimension
 * are permuted. Real numbers lie as complex ones: their rows are as long as those of the
 * half of a spectrum.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/table.h"
#include "runtime/fft/handle.h"

/* ---- devices ----------------------------------------------------------------------- */

/* Makes the device's context current, for calls of the driver interface. */
static bool enter(const struct handle *p, u32 part) {
	return lib_driver()->cuCtxPushCurrent_v2(p->context[part]) == CUDA_SUCCESS;
}

static void leave(void) {
	CUcontext c;
	lib_driver()->cuCtxPopCurrent_v2(&c);
}

static CUdeviceptr device_address(const void *p) {
	return (CUdeviceptr)(uintptr_t)p;
}

static bool copy_part(const struct handle *p, u32 part, void *device, void *host, u64 n,
                      bool to_device) {
	if (!n)
		return true;
	if (!enter(p, part))
		return false;
	CUresult e = to_device ? lib_driver()->cuMemcpyHtoD_v2(device_address(device),
	                                                       host, n)
	                       : lib_driver()->cuMemcpyDtoH_v2(host,
	                                                       device_address(device), n);
	leave();
	return e == CUDA_SUCCESS;
}

cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs) {
	struct handle *p = handle_find(handle);
	int count = 0;
	if (!p || p->plan)
		return CUFFT_INVALID_PLAN;
	if (nGPUs < 2 || nGPUs > MAX_PARTS || !whichGPUs)
		return CUFFT_INVALID_VALUE;
	const struct driver_table *d = lib_driver();
	if (!d || lib_current_device(&count) != cudaSuccess ||
	    d->cuDeviceGetCount(&count) != CUDA_SUCCESS)
		return CUFFT_SETUP_FAILED;
	for (int i = 0; i < nGPUs; i++)
		if (whichGPUs[i] < 0 || whichGPUs[i] >= count)
			return CUFFT_INVALID_DEVICE;
	for (int i = 0; i < nGPUs; i++) {
		CUcontext c;
		if (d->cuDevicePrimaryCtxRetain(&c, whichGPUs[i]) != CUDA_SUCCESS)
			return CUFFT_SETUP_FAILED;
		p->context[i] = c;
		p->device[i] = whichGPUs[i];
	}
	p->parts = (u32)nGPUs;
	return CUFFT_SUCCESS;
}

/* ---- what can be spread ------------------------------------------------------------ */

cufftResult multi_check(const struct handle *p, const struct fft_shape *s) {
	if (!s->basic || (s->format != FFT_F32 && s->format != FFT_F64))
		return CUFFT_NOT_SUPPORTED;
	if (s->batch > 1)
		return s->batch >= p->parts ? CUFFT_SUCCESS : CUFFT_INVALID_SIZE;
	if (s->rank == 1)
		return s->kind == FFT_C2C && is_pow2(s->n[0]) && s->n[0] >= 64
		               ? CUFFT_SUCCESS
		               : CUFFT_INVALID_SIZE;
	for (u32 d = 0; d < s->rank; d++)
		if (s->n[d] < 32)
			return CUFFT_INVALID_SIZE;
	return CUFFT_SUCCESS;
}

static bool is_spread(const struct handle *p) {
	return p && p->plan && p->parts;
}

/* A line of n = 2^k points is `strings` strings, each of as many substrings; after a
 * transform the first substrings of all strings come first. */
struct factors {
	u64 strings, length, piece;
};

static struct factors factors_of(u64 n) {
	u32 log = (u32)__builtin_ctzll(n);
	struct factors f = {.strings = (u64)1 << (log - 2) / 2};
	f.length = n / f.strings;
	f.piece = f.length / f.strings;
	return f;
}

/* The numbers of a part, cut along a dimension of n rows: the first parts have more. */
static u64 cut(u64 n, u32 parts, u32 part) {
	u64 share = n / parts, more = n % parts;
	return part * share + MIN(part, more);
}

static u64 number_of_bytes(const struct fft_shape *s) {
	return s->format == FFT_F64 ? 16 : 8;
}

/* Complex numbers along a dimension. */
static u64 extent(const struct fft_shape *s, u32 d) {
	return s->kind != FFT_C2C && d == s->rank - 1 ? s->n[d] / 2 + 1 : s->n[d];
}

static u64 total(const struct fft_shape *s) {
	u64 n = s->batch;
	for (u32 d = 0; d < s->rank; d++)
		n *= extent(s, d);
	return n;
}

/* Real numbers of a batch with nothing between their rows: what goes from one descriptor
 * to another. */
static bool is_packed(const struct fft_shape *s, int format) {
	return s->batch > 1 && ((s->kind == FFT_R2C && format == CUFFT_XT_FORMAT_INPUT) ||
	                        (s->kind == FFT_C2R && format == CUFFT_XT_FORMAT_OUTPUT));
}

/* After a transform; whole transforms of a batch stay where they are. */
static bool is_shuffled_format(const struct fft_shape *s, int format) {
	return s->batch == 1 && (format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED ||
	                         format == CUFFT_XT_FORMAT_OUTPUT);
}

/* Rows that are spread; whole transforms of a batch are rows. */
static u64 rows_of(const struct fft_shape *s, int format) {
	return s->batch > 1 ? s->batch
	                    : extent(s, is_shuffled_format(s, format) && s->rank > 1);
}

static u64 row_bytes(const struct fft_shape *s, int format) {
	u64 bytes = number_of_bytes(s);
	if (!is_packed(s, format))
		return total(s) / rows_of(s, format) * bytes;
	for (u32 d = 0; d < s->rank; d++)
		bytes *= s->n[d];
	return bytes / 2;
}

static u64 whole_bytes(const struct fft_shape *s, int format) {
	return rows_of(s, format) * row_bytes(s, format);
}

static u64 part_rows(const struct handle *p, u32 part, int format, u64 *first) {
	u64 rows = rows_of(&p->plan->shape, format);
	*first = cut(rows, p->parts, part);
	return cut(rows, p->parts, part + 1) - *first;
}

/* Whether the library has memory for this format: for real transforms of one array not
 * for those of two descriptors, and in two dimensions only for what a forward transform
 * begins with. */
static bool has_format(const struct fft_shape *s, int format) {
	if (s->kind == FFT_C2C || s->batch > 1)
		return true;
	return s->rank == 3 ? format == CUFFT_XT_FORMAT_INPLACE ||
	                              format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED
	                    : s->kind == FFT_R2C && format == CUFFT_XT_FORMAT_INPLACE;
}

static u64 part_bytes(const struct handle *p, u32 part, int format) {
	const struct fft_shape *s = &p->plan->shape;
	u64 first;
	return part_rows(p, part, format, &first) * row_bytes(s, format);
}

/* Room that is enough for both orders. */
static u64 part_room(const struct handle *p, u32 part, int format) {
	const struct fft_shape *s = &p->plan->shape;
	if (!has_format(s, format))
		return 0;
	if (s->batch > 1)
		return part_bytes(p, part, format);
	return MAX(part_bytes(p, part, CUFFT_XT_FORMAT_INPLACE),
	           part_bytes(p, part, CUFFT_XT_FORMAT_INPLACE_SHUFFLED));
}

/* ---- order ------------------------------------------------------------------------- */

/* Moves the numbers between the whole array in its natural order and a row of parts in
 * the order of a transform. */
static void shuffle(const struct handle *p, u8 *whole, u8 *parts, bool to_parts) {
	const struct fft_shape *s = &p->plan->shape;
	u64 bytes = number_of_bytes(s);
	if (s->rank == 1) {
		struct factors f = factors_of(s->n[0]);
		u64 piece = f.piece * bytes;
		for (u64 b = 0; b < f.strings; b++)
			for (u64 i = 0; i < f.strings; i++, parts += piece) {
				u8 *at = whole + (i * f.length + b * f.piece) * bytes;
				memcpy(to_parts ? parts : at, to_parts ? at : parts,
				       piece);
			}
		return;
	}
	u64 line = total(s) / s->n[0] / extent(s, 1) * bytes;
	for (u32 part = 0; part < p->parts; part++) {
		u64 first, rows = part_rows(p, part, CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
		                            &first);
		for (u64 x = 0; x < s->n[0]; x++, parts += rows * line) {
			u8 *at = whole + (x * extent(s, 1) + first) * line;
			memcpy(to_parts ? parts : at, to_parts ? at : parts, rows * line);
		}
	}
}

static bool is_shuffled(const struct handle *p, const cudaLibXtDesc *d) {
	return is_shuffled_format(&p->plan->shape, d->subFormat);
}

/* Copies between the parts of a descriptor and an array of the host in natural order. */
static cufftResult transfer(const struct handle *p, const cudaLibXtDesc *d, void *host,
                            bool to_parts) {
	u64 bytes = whole_bytes(&p->plan->shape, d->subFormat);
	bool shuffled = is_shuffled(p, d), good = true;
	struct arena scratch = ARENA_INIT;
	u8 *row = host;
	if (!d->descriptor->data[0])
		return CUFFT_INTERNAL_ERROR;
	if (shuffled) {
		if (!arena_reserve(&scratch, bytes, 64))
			return CUFFT_ALLOC_FAILED;
		row = arena_alloc(&scratch, bytes, 64);
	}
	if (shuffled && to_parts)
		shuffle(p, host, row, true);
	u64 at = 0;
	for (u32 i = 0; good && i < p->parts; i++) {
		u64 n = part_bytes(p, i, d->subFormat);
		good = copy_part(p, i, d->descriptor->data[i], row + at, n, to_parts);
		at += n;
	}
	if (shuffled && !to_parts)
		shuffle(p, host, row, false);
	arena_drop(&scratch);
	return good ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

/* ---- descriptors ------------------------------------------------------------------- */

/* A descriptor with what it points to, in an arena of its own. */
struct spread {
	cudaLibXtDesc user; /* first: the program has its address */
	cudaXtDesc parts;
	void *context[MAX_PARTS];
	struct arena arena;
};

static void free_parts(struct spread *s) {
	for (int i = 0; i < s->parts.nGPUs; i++) {
		if (!s->parts.data[i] ||
		    lib_driver()->cuCtxPushCurrent_v2(s->context[i]) != CUDA_SUCCESS)
			continue;
		lib_driver()->cuMemFree_v2(device_address(s->parts.data[i]));
		leave();
	}
}

static bool allocate_part(const struct handle *p, struct spread *s, u32 part) {
	CUdeviceptr at = 0;
	s->context[part] = p->context[part];
	s->parts.GPUs[part] = p->device[part];
	s->parts.size[part] = part_room(p, part, s->user.subFormat);
	if (!s->parts.size[part])
		return true;
	if (!enter(p, part))
		return false;
	CUresult e = lib_driver()->cuMemAlloc_v2(&at, s->parts.size[part]);
	leave();
	s->parts.data[part] = (void *)(uintptr_t)at;
	return e == CUDA_SUCCESS;
}

/* What real transforms have no descriptors for. */
static cufftResult refused_format(const struct fft_shape *s, cufftXtSubFormat format) {
	if (s->kind == FFT_C2C)
		return CUFFT_SUCCESS;
	if (format == CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
		return CUFFT_INVALID_PLAN;
	if (format != CUFFT_XT_FORMAT_INPLACE_SHUFFLED)
		return CUFFT_SUCCESS;
	return s->batch > 1                         ? CUFFT_INVALID_VALUE
	       : s->rank == 2 && s->kind == FFT_C2R ? CUFFT_INTERNAL_ERROR
	                                            : CUFFT_SUCCESS;
}

cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor,
                          cufftXtSubFormat format) {
	struct handle *p = handle_find(plan);
	if (!descriptor)
		return CUFFT_INVALID_VALUE;
	if (!is_spread(p))
		return CUFFT_INVALID_PLAN;
	if ((u32)format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
		return CUFFT_INVALID_VALUE;
	cufftResult refused = refused_format(&p->plan->shape, format);
	if (refused != CUFFT_SUCCESS)
		return refused;
	struct arena a = ARENA_INIT;
	struct spread *s = arena_new(&a, struct spread);
	s->arena = a;
	s->user.descriptor = &s->parts;
	s->user.library = LIB_FORMAT_CUFFT;
	s->user.subFormat = (int)format;
	s->parts.nGPUs = (int)p->parts;
	bool good = true;
	for (u32 i = 0; i < p->parts; i++)
		good = good && allocate_part(p, s, i);
	if (!good) {
		cufftXtFree(&s->user);
		return CUFFT_ALLOC_FAILED;
	}
	*descriptor = &s->user;
	return CUFFT_SUCCESS;
}

cufftResult cufftXtFree(cudaLibXtDesc *descriptor) {
	struct spread *s = (struct spread *)descriptor;
	if (!s)
		return CUFFT_SUCCESS;
	free_parts(s);
	struct arena a = s->arena;
	arena_drop(&a);
	return CUFFT_SUCCESS;
}

/* From one descriptor to another the order becomes the natural one. */
static cufftResult copy_between(const struct handle *p, cudaLibXtDesc *to,
                                const cudaLibXtDesc *from) {
	u64 bytes = whole_bytes(&p->plan->shape, from->subFormat);
	struct arena scratch = ARENA_INIT;
	if (!arena_reserve(&scratch, bytes, 64))
		return CUFFT_ALLOC_FAILED;
	void *whole = arena_alloc(&scratch, bytes, 64);
	cufftResult e = transfer(p, from, whole, false);
	if (!is_packed(&p->plan->shape, from->subFormat))
		to->subFormat = CUFFT_XT_FORMAT_INPLACE;
	if (e == CUFFT_SUCCESS)
		e = transfer(p, to, whole, true);
	arena_drop(&scratch);
	return e;
}

cufftResult cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer,
                          cufftXtCopyType type) {
	struct handle *p = handle_find(plan);
	if (!is_spread(p))
		return CUFFT_INVALID_PLAN;
	if ((u32)type >= CUFFT_COPY_UNDEFINED)
		return CUFFT_INVALID_VALUE;
	if (!dstPointer || !srcPointer)
		return CUFFT_INTERNAL_ERROR;
	switch (type) {
	case CUFFT_COPY_HOST_TO_DEVICE: return transfer(p, dstPointer, srcPointer, true);
	case CUFFT_COPY_DEVICE_TO_HOST: return transfer(p, srcPointer, dstPointer, false);
	default: return copy_between(p, dstPointer, srcPointer);
	}
}

/* ---- execution --------------------------------------------------------------------- */

/* Transforms a whole array of the host on the first device, in place, or to another. */
static cufftResult transform_whole(const char *function, struct handle *p, void *from,
                                   u64 bytes, void *to, u64 to_bytes, int direction) {
	const struct driver_table *d = lib_driver();
	CUdeviceptr at;
	if (!enter(p, 0))
		return CUFFT_EXEC_FAILED;
	cufftResult e = CUFFT_ALLOC_FAILED;
	u64 second = from == to ? 0 : (bytes + 255) / 256 * 256;
	if (d->cuMemAlloc_v2(&at, second + MAX(bytes, to_bytes)) == CUDA_SUCCESS) {
		u8 *data = (u8 *)(uintptr_t)at;
		e = d->cuMemcpyHtoD_v2(at, from, bytes) == CUDA_SUCCESS
		            ? handle_run(function, p, data, data + second, direction)
		            : CUFFT_EXEC_FAILED;
		if (e == CUFFT_SUCCESS &&
		    (lib_wait(p->stream) != cudaSuccess ||
		     d->cuMemcpyDtoH_v2(to, at + second, to_bytes) != CUDA_SUCCESS))
			e = CUFFT_EXEC_FAILED;
		d->cuMemFree_v2(at);
	}
	leave();
	return e;
}

/* Which orders there are before a transform: one dimension is natural; of real arrays in
 * two, the direction says which; of others, the way they are cut changes with each. */
static cufftResult check_order(const struct handle *p, const cudaLibXtDesc *input,
                               const cudaLibXtDesc *output) {
	const struct fft_shape *s = &p->plan->shape;
	bool shuffled = is_shuffled(p, input), is_real = s->kind != FFT_C2C;
	if (input != output)
		return !is_real        ? CUFFT_NOT_SUPPORTED
		       : s->batch == 1 ? CUFFT_EXEC_FAILED
		                       : CUFFT_SUCCESS;
	if (shuffled && s->rank == 1)
		return CUFFT_INVALID_TYPE;
	if (is_real && s->batch == 1 && s->rank == 2 && shuffled != (s->kind == FFT_C2R))
		return CUFFT_INTERNAL_ERROR;
	/* The results would need more room than the descriptor has. */
	return is_real && is_packed(s, input->subFormat) ? CUFFT_EXEC_FAILED
	                                                 : CUFFT_SUCCESS;
}

static cufftResult execute(const char *function, cufftHandle plan, cudaLibXtDesc *input,
                           const cudaLibXtDesc *output, enum fft_kind kind,
                           enum fft_format format, int direction) {
	struct handle *p = handle_find(plan);
	if (!is_spread(p) || !input || !output || p->plan->shape.kind != kind ||
	    p->plan->shape.format != format)
		return CUFFT_INVALID_PLAN;
	if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
		return CUFFT_INVALID_VALUE;
	const struct fft_shape *s = &p->plan->shape;
	cufftResult e = check_order(p, input, output);
	if (e != CUFFT_SUCCESS)
		return e;
	bool is_packed_pair = is_packed(s, input->subFormat) !=
	                      is_packed(s, output->subFormat);
	u64 bytes = whole_bytes(s, input->subFormat);
	u64 to_bytes = whole_bytes(s, output->subFormat);
	struct arena scratch = ARENA_INIT;
	if (!arena_reserve(&scratch, bytes + to_bytes + 64, 64))
		return CUFFT_ALLOC_FAILED;
	void *whole = arena_alloc(&scratch, bytes, 64);
	void *result = is_packed_pair ? arena_alloc(&scratch, to_bytes, 64) : whole;
	e = transfer(p, input, whole, false);
	if (e == CUFFT_SUCCESS)
		e = transform_whole(function, p, whole, bytes, result, to_bytes,
		                    s->kind == FFT_R2C   ? CUFFT_FORWARD
		                    : s->kind == FFT_C2R ? CUFFT_INVERSE
		                                         : direction);
	if (e == CUFFT_SUCCESS && s->batch == 1)
		input->subFormat = is_shuffled(p, input)
		                           ? CUFFT_XT_FORMAT_INPLACE
		                           : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
	if (e == CUFFT_SUCCESS)
		e = transfer(p, output, result, true);
	arena_drop(&scratch);
	return e;
}

cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input,
                                  cudaLibXtDesc *output, int direction) {
	struct handle *p = handle_find(plan);
	if (!is_spread(p))
		return CUFFT_INVALID_PLAN;
	return execute(__func__, plan, input, output, p->plan->shape.kind,
	               p->plan->shape.format, direction);
}

cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction) {
	return execute(__func__, plan, input, output, FFT_C2C, FFT_F32, direction);
}

cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction) {
	return execute(__func__, plan, input, output, FFT_C2C, FFT_F64, direction);
}

cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	return execute(__func__, plan, input, output, FFT_R2C, FFT_F32, CUFFT_FORWARD);
}

cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	return execute(__func__, plan, input, output, FFT_R2C, FFT_F64, CUFFT_FORWARD);
}

cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	return execute(__func__, plan, input, output, FFT_C2R, FFT_F32, CUFFT_INVERSE);
}

cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	return execute(__func__, plan, input, output, FFT_C2R, FFT_F64, CUFFT_INVERSE);
}

/* ---- queries and work areas -------------------------------------------------------- */

cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct,
                             cufftXtQueryType queryType) {
	struct handle *p = handle_find(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	if (!queryStruct || queryType != CUFFT_QUERY_1D_FACTORS)
		return CUFFT_INVALID_VALUE;
	if (!is_spread(p) || p->plan->shape.rank != 1 || p->plan->shape.batch != 1)
		return CUFFT_INVALID_PLAN;
	u64 n = p->plan->shape.n[0];
	struct factors f = factors_of(n);
	s64 strings = (s64)f.strings, length = (s64)f.length, piece = (s64)f.piece;
	*(cufftXt1dFactors *)queryStruct = (cufftXt1dFactors){
		.size = (s64)n,
		.stringCount = strings,
		.stringLength = length,
		.substringLength = piece,
		.factor1 = length,
		.factor2 = strings,
		.stringMask = length - 1,
		.substringMask = piece - 1,
		.factor1Mask = length - 1,
		.factor2Mask = strings - 1,
		.stringShift = __builtin_ctzll(f.length),
		.substringShift = __builtin_ctzll(f.piece),
		.factor1Shift = __builtin_ctzll(f.length),
		.factor2Shift = __builtin_ctzll(f.strings),
	};
	return CUFFT_SUCCESS;
}

/* The first device's area is the one that is used. */
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **workArea) {
	struct handle *p = handle_find(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	if (!workArea)
		return CUFFT_INVALID_VALUE;
	p->user_work = workArea[0];
	return CUFFT_SUCCESS;
}

/* Work areas have one size: no policy changes it. */
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy,
                                     size_t *workSize) {
	struct handle *p = handle_find(plan);
	(void)workSize;
	if (!p || !p->plan || p->parts)
		return CUFFT_INVALID_PLAN;
	return (u32)policy <= CUFFT_WORKAREA_PERFORMANCE ? CUFFT_SUCCESS
	                                                 : CUFFT_INVALID_VALUE;
}
