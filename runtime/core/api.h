/* api.h - the public interface: devices, memory, modules, launches. The one installed
 * header. Every call returns a status whose number is that of the CUDA error of the same
 * meaning, so that CUDA's own names become thin shims. Device addresses are 64-bit
 * numbers; they are valid host addresses, too, but only as far as allocations reach.
 *
 *     struct simt_device *dev;
 *     simt_device_open(NULL, &dev);
 *     simt_module_load_file(dev, "saxpy.ptx", NULL, &module);
 *     simt_function_find(module, "saxpy", &saxpy);
 *     simt_alloc(dev, bytes, &x);  simt_copy_in(dev, x, host, bytes);
 *     simt_launch(saxpy, &(struct simt_launch){.grid = {64, 1, 1}, .block = {256, 1, 1},
 *                                             .args = args});
 *
 * A fault of a kernel is sticky: every later call on the device returns it until the
 * device is reset, or simt_device_recover forgets it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum simt_status {
	SIMT_OK = 0,
	SIMT_INVALID_VALUE = 1, /* an argument, a launch shape, a second free */
	SIMT_OUT_OF_MEMORY = 2,
	SIMT_UNLOADING = 4,                 /* the process is ending */
	SIMT_INVALID_IMAGE = 200,           /* not PTX at all */
	SIMT_INVALID_PTX = 218,             /* errors in the text, unresolved externals */
	SIMT_UNSUPPORTED_PTX_VERSION = 222, /* newer .version than this program knows */
	SIMT_FILE_NOT_FOUND = 301,
	SIMT_INVALID_HANDLE = 400,  /* of another device, or an event without a time */
	SIMT_NOT_FOUND = 500,       /* no such kernel or variable */
	SIMT_NOT_READY = 600,       /* work is under way; no failure */
	SIMT_ILLEGAL_ADDRESS = 700, /* from here to 719: faults of a kernel, sticky */
	SIMT_LAUNCH_TIMEOUT = 702,  /* the time limit, a deadlock or an interruption */
	SIMT_ASSERT = 710,
	SIMT_ALREADY_REGISTERED = 712,
	SIMT_NOT_REGISTERED = 713,
	SIMT_ILLEGAL_INSTRUCTION = 715,
	SIMT_MISALIGNED_ADDRESS = 716,
	SIMT_INVALID_ADDRESS_SPACE = 717,
	SIMT_INVALID_PC = 718,
	SIMT_LAUNCH_FAILED = 719,
	SIMT_COOPERATIVE_TOO_LARGE = 720, /* more ctas than can be resident together */
	SIMT_NOT_PERMITTED =
		800, /* a host function in a stream may not wait for streams */
	SIMT_NOT_SUPPORTED = 801,
	SIMT_INVALID_CLUSTER_SIZE = 912,
	SIMT_UNKNOWN = 999,
};

/* "SIMT_INVALID_VALUE" / "invalid argument". */
const char *simt_status_name(enum simt_status s);
const char *simt_status_text(enum simt_status s);
/* The sentence that goes with the last failed call of this thread; "" if there is none.
 */
const char *simt_last_error(void);
/* And its status. */
enum simt_status simt_last_status(void);

/* ---- devices ---- */

struct simt_device;
struct simt_function;

/* Zeros mean: the environment's SIMT_* variable of the same name, else the default. */
struct simt_device_options {
	const char *arch;      /* SIMT_DEVICE: "sm_90" */
	uint64_t memory_bytes; /* SIMT_DEVICE_MEMORY: three quarters of the host's memory
	                        */
	uint32_t threads;      /* SIMT_THREADS: the cores of the host */
	uint64_t timeout_ms;   /* SIMT_TIMEOUT_MS: of each launch; none */
	const char *backend;   /* SIMT_BACKEND: "auto", "interp", "jit" */
	const char *cpu;      /* SIMT_CPU: the host; of the whole process, the last device
	                         decides */
	bool verbose;         /* SIMT_VERBOSE: a line on stderr about each compilation */
	const char *profile;  /* SIMT_PROFILE: "text" or "json", and ":FILE"; counts
	                         instructions, on the  interpreter; written when the
	                         process  ends; the first device decides */
	const char *coverage; /* SIMT_COVERAGE: a file for lcov */
	bool only_compiled;   /* a kernel that cannot be compiled is SIMT_NOT_SUPPORTED */
	FILE *print_to;       /* device printf; stdout */
	bool sandbox; /* addresses of compiled code are confined to the device's memory by
	                 their form, compiled code is neither kept nor fetched, and what
	                 kernels print is shown as plain text */
	const char *schedule; /* SIMT_SCHEDULE: who goes on is chosen: "rr", "random",
	                         "pct:depth=3" and more, see docs/schedules.md; on the
	                         interpreter, one worker; as the scheduler has it */
	uint64_t seed;        /* SIMT_SEED: of what is chosen at random */
	bool weak; /* SIMT_WEAK: memory as weak as PTX lets it be, see docs/weak-memory.md
	            */
	const char *record_schedule; /* SIMT_RECORD_SCHEDULE: a file for the schedule of
	                                each launch */
	const char *replay_schedule; /* SIMT_REPLAY_SCHEDULE: a file of such */
	bool alone; /* while kernels run, nothing else writes memory: no copies, no host,
	               no other launch. Checked mode then proves that loops which wait for
	               global memory never end */
	bool hold_print; /* device printf appears when somebody waits for the device, as
	                    on hardware; else at once */
};

enum simt_status simt_device_open(const struct simt_device_options *o,
                                  struct simt_device **out);
void simt_device_close(struct simt_device *dev);
/* Frees every allocation and module and forgets a fault. */
enum simt_status simt_device_reset(struct simt_device *dev);
/* Forgets a sticky fault and keeps memory and modules as they are. */
void simt_device_recover(struct simt_device *dev);
/* The sticky fault, or SIMT_OK. */
enum simt_status simt_device_status(const struct simt_device *dev);
/* Stops the running launch; may be called from a signal handler. */
void simt_device_interrupt(struct simt_device *dev);

/* ---- schedules that are chosen (SIMT_SCHEDULE) ---- */

struct simt_steer_info { /* of the last launch */
	uint64_t seed, choices;
	bool pruned;     /* another one has shown, or will show, all that it could */
	bool complete;   /* there was no other left when simt_steer_next said so */
	bool exhaustive; /* all schedules in turn */
	bool listed;     /* it is told by its list of choices, not by its seed */
};

/* The next launch goes by another schedule. False: there is none left, or the limit is
 * reached. */
bool simt_steer_next(struct simt_device *dev);
/* What was tried is forgotten: another kernel follows. */
void simt_steer_restart(struct simt_device *dev);
/* False: the scheduler itself says who goes on. */
bool simt_steer_info(const struct simt_device *dev, struct simt_steer_info *info);
/* The last launch's choices, as "replay:..." takes them. */
void simt_steer_print(const struct simt_device *dev, FILE *out);

/* ---- checked mode (SIMT_CHECK) ---- */

struct simt_stream;
bool simt_check_on(void);
/* A function of a higher interface has failed: told under memcheck. */
void simt_check_api(const char *call, const char *name, int code, const char *text);
/* Whoever has sent memory counts on it: other streams may use it, if nothing held the
 * copy up. */
void simt_check_sent(struct simt_stream *s);
/* Something that the runtime does not see, as another process, has ordered what was done
 * until now before what comes. */
void simt_check_ordered(void);

struct simt_properties {
	char name[64];
	uint32_t sm; /* compute capability: 90 for 9.0 */
	uint32_t multiprocessors, warp_lanes;
	uint32_t max_threads_cta, max_threads_sm, max_ctas_sm, regs_sm, regs_cta;
	uint32_t shared_sm, shared_cta, shared_cta_optin, shared_reserved;
	uint32_t max_grid[3], max_block[3], max_cluster;
	uint32_t clock_khz;
	uint64_t memory_bytes, const_bytes, local_max;
};
void simt_device_properties(const struct simt_device *dev, struct simt_properties *p);
void simt_memory_info(struct simt_device *dev, uint64_t *free_bytes,
                      uint64_t *total_bytes);
/* Bytes of malloc in kernels; SIMT_INVALID_VALUE once a kernel has used it. */
enum simt_status simt_set_heap(struct simt_device *dev, uint64_t bytes);
uint64_t simt_heap_bytes(const struct simt_device *dev);
/* Writes what kernels have printed, see hold_print. */
void simt_device_flush(struct simt_device *dev);
/* What device code can ask of the program's runtime. Each gives false, or no bytes, for
 * what there is not. */
struct simt_device_queries {
	bool (*attribute)(struct simt_device *dev, int attribute, int32_t *value);
	bool (*limit)(struct simt_device *dev, int limit, uint64_t *value);
	uint32_t (*function)(struct simt_function *f, void *attributes, uint32_t room);
	const char *(*error_text)(int error, bool name);
};
/* index, count: the device among those that the program sees. */
void simt_device_runtime(struct simt_device *dev, const struct simt_device_queries *q,
                         uint32_t index, uint32_t count);
/* How many launches of kernels may wait for others; 2048. */
void simt_set_pending_launches(struct simt_device *dev, uint32_t n);
/* Kernels of dev may use the memory of peer, or may no more. SIMT_INVALID_VALUE: so it is
 * already. */
enum simt_status simt_peer_enable(struct simt_device *dev,
                                  const struct simt_device *peer);
enum simt_status simt_peer_disable(struct simt_device *dev,
                                   const struct simt_device *peer);

/* ---- memory ---- */

/* Aligned to 256 bytes. Zero bytes give address 0. */
enum simt_status simt_alloc(struct simt_device *dev, uint64_t size, uint64_t *addr);

/* Device memory, two kinds that the host uses under the same address, and addresses of
 * simt_reserve. */
enum simt_memory_kind {
	SIMT_MEMORY_DEVICE = 1,
	SIMT_MEMORY_HOST,
	SIMT_MEMORY_MANAGED,
	SIMT_MEMORY_RESERVED,
};
/* flags: 24 bits of the caller's own. */
enum simt_status simt_alloc_as(struct simt_device *dev, enum simt_memory_kind kind,
                               uint32_t flags, uint64_t size, uint64_t *addr);
struct simt_allocation {
	uint64_t base, size;
	enum simt_memory_kind kind;
	uint32_t flags;
};
/* The allocation that holds addr; false if none does. */
bool simt_allocation_at(struct simt_device *dev, uint64_t addr,
                        struct simt_allocation *a);
/* Gives its flags the bits of value that are in mask. */
bool simt_allocation_mark(struct simt_device *dev, uint64_t addr, uint32_t mask,
                          uint32_t value);
/* The address lies where the device's memory is, allocated or not. Takes no lock. */
bool simt_device_owns(const struct simt_device *dev, uint64_t addr);
/* Where that is. */
void simt_device_range(const struct simt_device *dev, uint64_t *base, uint64_t *size);
/* Lets kernels use host memory as it lies. */
enum simt_status simt_host_register(struct simt_device *dev, void *p, uint64_t size);
/* p as it was registered; waits for the running kernel. */
enum simt_status simt_host_unregister(struct simt_device *dev, void *p);
/* Frees every allocation whose flags have `value` in the bits of mask. */
enum simt_status simt_free_flagged(struct simt_device *dev, uint32_t mask,
                                   uint32_t value);
/* Waits for the running kernel. Address 0 is allowed; what is no allocation, or was
 * freed, is SIMT_INVALID_VALUE. */
enum simt_status simt_free(struct simt_device *dev, uint64_t addr);
/* For work in streams: it does not wait for kernels of others; the memory is free when
 * none runs. */
enum simt_status simt_free_in_stream(struct simt_device *dev, uint64_t addr);
/* Each range must lie in one allocation. */
enum simt_status simt_copy_in(struct simt_device *dev, uint64_t dst, const void *src,
                              uint64_t size);
enum simt_status simt_copy_out(struct simt_device *dev, void *dst, uint64_t src,
                               uint64_t size);
enum simt_status simt_copy_device(struct simt_device *dev, uint64_t dst, uint64_t src,
                                  uint64_t size);
/* `count` elements of `width` (1, 2, 4) bytes; dst is a multiple of width. */
enum simt_status simt_fill(struct simt_device *dev, uint64_t dst, uint32_t value,
                           uint32_t width, uint64_t count);

/* depth slices of height rows of width bytes; from row to row and slice to slice it is a
 * pitch. */
struct simt_copy {
	struct simt_device *dst_device,
		*src_device; /* NULL: host memory, which is not checked */
	uint64_t dst, src;
	uint64_t dst_pitch, dst_slice, src_pitch, src_slice;
	uint64_t width, height, depth;
};
/* Each side must lie in one allocation or in registered memory. */
enum simt_status simt_copy(const struct simt_copy *c);
/* The checks alone. */
enum simt_status simt_copy_check(const struct simt_copy *c);

struct simt_fill {
	uint64_t dst, pitch, slice;
	uint64_t width, height, depth; /* width: elements */
	uint32_t value, element;       /* element: 1, 2 or 4 bytes */
};

/* ---- memory that other processes see, and addresses apart from memory ----
 * Both go in pieces of SIMT_PIECE bytes. */

enum { SIMT_PIECE = 2 << 20 };

struct simt_shared {
	int fd;          /* the device's: not for the caller to close */
	uint64_t offset; /* of the allocation in the file */
	uint64_t size;
};
/* An allocation of device memory as a piece of a file; from then on, and with what else
 * lies in its pieces. */
enum simt_status simt_share(struct simt_device *dev, uint64_t addr,
                            struct simt_shared *out);
/* A part of a file as an allocation of this device. */
enum simt_status simt_attach(struct simt_device *dev, const struct simt_shared *s,
                             uint64_t *addr);
enum simt_status simt_detach(struct simt_device *dev, uint64_t addr);
/* As simt_free_in_stream. */
enum simt_status simt_detach_in_stream(struct simt_device *dev, uint64_t addr);
/* An allocation of io->size bytes on pieces of its own, in the caller's file io->fd,
 * which is as long as simt_device_range; io->offset: where it lies there. flags as for
 * simt_alloc_as. Freed by simt_free, which leaves the file as it is. */
enum simt_status simt_alloc_shared(struct simt_device *dev, uint32_t flags,
                                   struct simt_shared *io, uint64_t *addr);

/* Addresses without memory; size and align are multiples of SIMT_PIECE. wanted: 0, or
 * where they had best be. */
enum simt_status simt_reserve(struct simt_device *dev, uint64_t size, uint64_t align,
                              uint64_t wanted, uint64_t *addr);
/* Nothing may be mapped there. */
enum simt_status simt_unreserve(struct simt_device *dev, uint64_t addr, uint64_t size);
/* A part of a file at reserved addresses; kernels and copies may use it after simt_allow.
 */
enum simt_status simt_map(struct simt_device *dev, uint64_t addr,
                          const struct simt_shared *s);
enum simt_status simt_unmap(struct simt_device *dev, uint64_t addr, uint64_t size);
enum simt_status simt_allow(struct simt_device *dev, uint64_t addr, uint64_t size,
                            bool allowed);
/* Memory of the device that is not in its arena: counted, and refused when the device is
 * full. */
enum simt_status simt_memory_claim(struct simt_device *dev, uint64_t bytes);
void simt_memory_unclaim(struct simt_device *dev, uint64_t bytes);
/* The checks of a fill. */
enum simt_status simt_fill_check(struct simt_device *dev, const struct simt_fill *f);

/* The allocation that holds addr, else the nearest one; false if there is none. */
bool simt_allocation_near(struct simt_device *dev, uint64_t addr, uint64_t *base,
                          uint64_t *size);

/* ---- modules ---- */

struct simt_module;
struct simt_function;

enum simt_log_format { SIMT_LOG_TEXT, SIMT_LOG_JSON, SIMT_LOG_NVCC, SIMT_LOG_SARIF };

struct simt_load_options {
	FILE *log; /* diagnostics; NULL: dropped */
	enum simt_log_format format;
	bool color, quiet_warnings;
	uint32_t max_errors;  /* 0: 20 */
	uint32_t optimize;    /* level of our optimiser, 0: the text runs as it stands */
	bool check_optimizer; /* it checks itself after every pass */
};

/* `name` stands in diagnostics. The text is copied. options may be NULL. */
enum simt_status simt_module_load(struct simt_device *dev, const char *name,
                                  const char *text, size_t len,
                                  const struct simt_load_options *options,
                                  struct simt_module **out);
enum simt_status simt_module_load_file(struct simt_device *dev, const char *path,
                                       const struct simt_load_options *options,
                                       struct simt_module **out);
struct simt_text {
	const char *text;
	size_t len;
};
/* Several texts as one module: .visible, .weak, .common and .extern names are the same
 * thing in all of them, other names are each text's own. Diagnostics show the linked
 * text. */
enum simt_status simt_module_link(struct simt_device *dev, const char *name,
                                  const struct simt_text *texts, uint32_t n,
                                  const struct simt_load_options *options,
                                  struct simt_module **out);
/* The linked text alone, for simt_text_free; NULL: no memory. n > 0. */
char *simt_link_texts(const struct simt_text *texts, uint32_t n, size_t *len);
void simt_text_free(char *text);
/* Graphs, and who keeps a function of it, have it as long as they need it. */
enum simt_status simt_module_unload(struct simt_module *m);
/* The same for who must not wait: compiling needs the dynamic loader's lock, which
 * whoever unloads a library has. If code of the module is being made, the module goes
 * when that is done. */
enum simt_status simt_module_unload_soon(struct simt_module *m);
/* Gives every variable its initial value again. */
enum simt_status simt_module_restore(struct simt_module *m);
enum simt_status simt_variable_find(struct simt_module *m, const char *name,
                                    uint64_t *addr, uint64_t *size);
/* The variable of a loaded module that holds addr; false if none does. */
struct simt_variable {
	uint64_t base, size;
	bool is_managed;
};
bool simt_variable_at(struct simt_device *dev, uint64_t addr, struct simt_variable *out);
enum simt_status simt_function_find(struct simt_module *m, const char *name,
                                    struct simt_function **out);
struct simt_device *simt_function_device(const struct simt_function *f);
/* The function stays until it is released, whatever becomes of its module; a reset of the
 * device ends it. */
void simt_function_keep(struct simt_function *f);
void simt_function_release(struct simt_function *f);
/* Kernels in the order of the text. */
uint32_t simt_function_count(const struct simt_module *m);
enum simt_status simt_function_at(struct simt_module *m, uint32_t i,
                                  struct simt_function **out);

/* What a program may wish for and be told again. Nothing comes of it: there is one cache,
 * the host's. */
enum simt_preference {
	SIMT_PREFER_CARVEOUT,       /* percents of the cache that shared memory gets; -1:
	                               whatever is good */
	SIMT_PREFER_CLUSTER_POLICY, /* how clusters are spread; 0: whatever is good */
	SIMT_PREFERENCES
};

struct simt_function_attributes {
	const char *name;
	uint32_t nparam, param_bytes;
	uint32_t shared_static;      /* bytes, what the system reserves not included */
	uint32_t max_shared_dynamic; /* what a launch may ask for at present */
	uint32_t max_threads;        /* per cta */
	uint32_t local_bytes, const_bytes;
	uint32_t reqntid[3], cluster[3]; /* 0: not demanded */
	uint32_t ptx_version, ptx_sm;
	bool nonportable_cluster; /* clusters of more than 8 ctas allowed */
	bool explicit_cluster;    /* launches must have clusters */
	int32_t preference[SIMT_PREFERENCES];
	uint32_t registers; /* live at once, in units of 32 bits: PTX fixes no number */
};
void simt_function_attributes(const struct simt_function *f,
                              struct simt_function_attributes *a);

struct simt_param {
	const char *name, *type; /* "u64", "b8" */
	uint32_t offset, size, align;
	bool is_pointer; /* declared .ptr */
};
/* false past the last one. */
bool simt_function_param(const struct simt_function *f, uint32_t i, struct simt_param *p);
/* Dynamic shared memory above 48 KiB and clusters above 8 ctas must be asked for. */
enum simt_status simt_function_set_max_shared(struct simt_function *f, uint32_t bytes);
enum simt_status simt_function_set_nonportable_cluster(struct simt_function *f,
                                                       bool allowed);
/* Launches must have clusters of so many ctas along the axis, 0 to 2, from now on, and
 * along the others of as many as is said of those. */
enum simt_status simt_function_require_cluster(struct simt_function *f, uint32_t axis,
                                               uint32_t ctas);
void simt_function_prefer(struct simt_function *f, enum simt_preference what,
                          int32_t value);

/* ---- arrays, textures, surfaces ---- Kernels read textures and write surfaces by the
 * handles of objects, 64-bit numbers. An object does not keep alive what it shows. */

enum simt_texel_kind { SIMT_TEXEL_UINT = 1, SIMT_TEXEL_SINT, SIMT_TEXEL_FLOAT };
struct simt_texel {
	enum simt_texel_kind kind;
	uint32_t bits;     /* of a channel: 8, 16, 32 */
	uint32_t channels; /* 1, 2, 4 */
};
/* 0 if there are no such texels. */
uint32_t simt_texel_bytes(const struct simt_texel *t);

struct simt_array;

enum { SIMT_ARRAY_LEVELS = 18 };
struct simt_array_desc {
	struct simt_texel texel;
	uint64_t width, height, depth; /* texels; 0: there is no such dimension */
	uint32_t layers;               /* 0: not layered; 6 for each cube */
	bool is_cube;
	uint32_t levels; /* from 1 on */
};
/* Where a level lies: rows from `row` to `row` bytes, slices or layers from `slice` to
 * `slice`. */
struct simt_array_level {
	uint64_t addr, row, slice;
	uint64_t width, height, depth;
};
uint32_t simt_array_most_levels(const struct simt_array_desc *d);
enum simt_status simt_array_create(struct simt_device *dev,
                                   const struct simt_array_desc *d,
                                   struct simt_array **out);
/* Waits for the running kernel. */
enum simt_status simt_array_destroy(struct simt_array *a);
/* Of an array whose device was reset: its texels are gone already. */
void simt_array_forget(struct simt_array *a);
const struct simt_array_desc *simt_array_desc(const struct simt_array *a);
struct simt_device *simt_array_device(const struct simt_array *a);
/* False: there is no such level. */
bool simt_array_level(const struct simt_array *a, uint32_t level,
                      struct simt_array_level *out);

enum simt_address {
	SIMT_ADDRESS_WRAP,
	SIMT_ADDRESS_CLAMP,
	SIMT_ADDRESS_MIRROR,
	SIMT_ADDRESS_BORDER
};
struct simt_sampler {
	uint32_t address[3]; /* enum simt_address, of each dimension */
	bool filter_linear, mip_filter_linear;
	bool normalized_coords;
	bool normalized_read; /* 8- and 16-bit integers are read as fractions of their
	                         range */
	bool srgb, seamless_cube;
	uint32_t anisotropy;
	float lod_bias, lod_min, lod_max;
	float border[4];
};

struct simt_texture_desc {
	struct simt_texel texel; /* as it is read; of the same size as the array's */
	const struct simt_array *array; /* or NULL, and then: */
	uint64_t addr, bytes;           /* linear memory, if height is 0; or */
	uint64_t width, height, pitch;  /* rows in linear memory */
	/* Of an array; a last one that is too large is the array's last. */
	uint32_t first_level, last_level, first_layer, last_layer;
	struct simt_sampler sampler;
};
enum simt_status simt_texture_create(struct simt_device *dev,
                                     const struct simt_texture_desc *d, uint64_t *handle);
enum simt_status simt_surface_create(struct simt_device *dev, const struct simt_array *a,
                                     uint32_t level, uint64_t *handle);
/* For PTX that names samplers apart from textures. */
enum simt_status simt_sampler_create(struct simt_device *dev,
                                     const struct simt_sampler *d, uint64_t *handle);
/* Waits for the running kernel. */
enum simt_status simt_object_destroy(struct simt_device *dev, uint64_t handle);
/* A .texref, .samplerref or .surfref variable of the module names the object from now
 * on; 0: none. */
enum simt_status simt_module_bind(struct simt_module *m, const char *name,
                                  uint64_t handle);
enum simt_reference_kind {
	SIMT_REFERENCE_NONE,
	SIMT_REFERENCE_TEXTURE,
	SIMT_REFERENCE_SAMPLER,
	SIMT_REFERENCE_SURFACE
};
/* What the module has by this name; *kept: the name as long as the module lives. */
enum simt_reference_kind simt_module_reference(struct simt_module *m, const char *name,
                                               const char **kept);

/* ---- launches ---- */

struct simt_launch {
	uint32_t grid[3], block[3]; /* none may be 0 */
	uint32_t cluster[3];        /* all 0: as the kernel says */
	uint32_t shared_dynamic;    /* bytes */
	bool cooperative;
	bool programmatic;    /* in a stream: begins when the kernels before let it
	                         (griddepcontrol) */
	void *const *args;    /* one pointer to the value of each parameter, or */
	const void *params;   /* the whole parameter block of */
	uint32_t param_bytes; /* so many bytes */
	uint64_t timeout_ms;  /* 0: the device's */
	uint64_t step_limit;  /* warp instructions per worker; 0: none */
	uint64_t seed;        /* of the order in which warps run; 0: in turn */
	uint32_t threads;     /* 0: the device's */
};

/* Checks, runs and waits. */
enum simt_status simt_launch(struct simt_function *f, const struct simt_launch *l);
/* The checks alone: what simt_launch would answer at once. */
enum simt_status simt_launch_check(struct simt_function *f, const struct simt_launch *l);
/* Ctas of this shape that one multiprocessor holds; 0 if none, or if a launch may not
 * have so much shared memory. */
uint32_t simt_occupancy(const struct simt_function *f, uint32_t threads,
                        uint32_t shared_dynamic);

struct simt_counters { /* of the last launch */
	uint64_t warp_insts, lane_insts, ns;
	uint32_t workers;
	bool compiled;           /* it ended on compiled code */
	const char *handed_back; /* why the interpreter has it for good, though it was to
	                            be compiled, or NULL; lives as long as the module */
};
void simt_last_counters(const struct simt_device *dev, struct simt_counters *c);

/* ---- streams and events ----
 * A stream does its work in order, on threads of the runtime; streams go their own ways.
 * Work of the default stream waits for what all streams but the non-blocking ones were
 * given before, and what they are given later waits for it. After a sticky fault the work
 * of the device is dropped. */

struct simt_stream;
struct simt_event;

struct simt_stream_info {
	struct simt_device *device;
	uint64_t id;
	bool nonblocking;
	int32_t priority; /* a smaller one goes first */
};

enum simt_status simt_stream_create(struct simt_device *dev, bool nonblocking,
                                    int32_t priority, struct simt_stream **out);
/* The default stream of the device; it lives as long. NULL: no memory for it. */
struct simt_stream *simt_stream_default(struct simt_device *dev);
/* What is queued still runs. */
void simt_stream_destroy(struct simt_stream *s);
void simt_stream_info(const struct simt_stream *s, struct simt_stream_info *info);
/* Of what comes to its turn from now on. */
void simt_stream_set_priority(struct simt_stream *s, int32_t priority);
/* SIMT_OK: nothing is queued; SIMT_NOT_READY; or the sticky fault. */
enum simt_status simt_stream_query(struct simt_stream *s);
/* Until everything queued is done. */
enum simt_status simt_stream_wait(struct simt_stream *s);
enum simt_status simt_device_wait(struct simt_device *dev);
/* Until work queued now could start: what a copy must wait for that the caller then makes
 * itself. */
enum simt_status simt_stream_settle(struct simt_stream *s);

/* Checks at once, runs later. */
enum simt_status simt_stream_launch(struct simt_stream *s, struct simt_function *f,
                                    const struct simt_launch *l);
enum simt_status simt_stream_copy(struct simt_stream *s, const struct simt_copy *c);
enum simt_status simt_stream_fill(struct simt_stream *s, const struct simt_fill *f);
/* The source, in host memory, is copied away at once. */
enum simt_status simt_stream_send(struct simt_stream *s, uint64_t dst, const void *src,
                                  uint64_t size);

/* Small operations on memory, done one after another. A wait goes on until the word in
 * memory, which anybody may write, is what it waits for. */
enum simt_memory_op_kind {
	SIMT_WAIT_GEQ, /* the word minus the value, as a signed number, is not negative */
	SIMT_WAIT_EQ,
	SIMT_WAIT_AND, /* word & value is not 0 */
	SIMT_WAIT_NOR, /* ~(word | value) is not 0 */
	SIMT_WRITE,
	SIMT_BARRIER,
};
struct simt_memory_op {
	uint64_t addr, value;
	uint32_t bytes; /* 4 or 8; addr is a multiple */
	uint32_t kind;  /* enum simt_memory_op_kind */
};
enum simt_status simt_stream_memory_ops(struct simt_stream *s,
                                        const struct simt_memory_op *op, uint32_t n);
/* The checks alone. */
enum simt_status simt_memory_ops_check(struct simt_device *dev,
                                       const struct simt_memory_op *op, uint32_t n);

struct simt_work {
	/* status: the sticky fault of the device, or SIMT_OK. What answers SIMT_NOT_READY
	 * is called again, later, with the same payload. */
	enum simt_status (*run)(void *payload, enum simt_status status);
	const void *payload; /* copied */
	uint32_t bytes;
	bool host; /* the program's own function: it may not call into streams */
};
enum simt_status simt_stream_add(struct simt_stream *s, const struct simt_work *w);
/* The calling thread runs such a function of the program. */
bool simt_in_host_function(void);

enum simt_status simt_event_create(struct simt_device *dev, bool timing,
                                   struct simt_event **out);
void simt_event_destroy(struct simt_event *e);
struct simt_device *simt_event_device(const struct simt_event *e);
bool simt_event_keeps_time(const struct simt_event *e);
/* Stream and event are of one device. */
enum simt_status simt_event_record(struct simt_event *e, struct simt_stream *s);
/* An event without a time, reached when the last kernel in s lets others begin, or is
 * done. What waits for it in other streams may find that kernel under way;
 * griddepcontrol.wait waits for its end. */
enum simt_status simt_event_record_early(struct simt_event *e, struct simt_stream *s);
/* What is queued later waits for the event as it was last recorded. */
enum simt_status simt_stream_wait_event(struct simt_stream *s, struct simt_event *e);
/* SIMT_OK if it never was recorded. */
enum simt_status simt_event_query(struct simt_event *e);
enum simt_status simt_event_wait(struct simt_event *e);
enum simt_status simt_event_elapsed(struct simt_event *from, struct simt_event *to,
                                    float *ms);

/* ---- graphs: work in an order that is fixed beforehand ----
 * Steps wait for those that edges name and for nothing else; what is independent goes on
 * at the same time, as in streams. A graph never overlaps itself. What was launched
 * keeps the steps that it was launched with. */

struct simt_graph;

enum simt_step_kind {
	SIMT_STEP_NOTHING,
	SIMT_STEP_LAUNCH,
	SIMT_STEP_COPY,
	SIMT_STEP_FILL,
	SIMT_STEP_WORK,   /* a function */
	SIMT_STEP_RECORD, /* of an event */
	SIMT_STEP_WAIT,   /* for an event as it was recorded when the graph is launched
	                   */
	SIMT_STEP_IF, /* body 0 if the condition is not 0, else body 1 if there is one */
	SIMT_STEP_WHILE,  /* body 0 as long as the condition is not 0 */
	SIMT_STEP_MEMORY, /* operations on memory; in no body */
	SIMT_STEP_SWITCH, /* the body with the condition's number, if there is one */
};

struct simt_step {
	enum simt_step_kind kind;
	uint32_t body; /* 0: none, else 1 + number of the body that it belongs to, in all
	                  of the graph */
	bool disabled; /* it does nothing */
	struct simt_function *function;
	struct simt_launch launch;
	struct simt_device *device; /* of a fill */
	struct simt_copy copy;
	struct simt_fill fill;
	struct simt_work work;
	const struct simt_memory_op *op;
	uint32_t nop;
	struct simt_event *event;
	uint64_t condition;
	uint32_t first_body, nbody; /* of IF, WHILE, SWITCH */
};

struct simt_default {
	uint64_t condition;
	uint32_t value; /* assigned when a launch begins */
};

struct simt_plan {
	const struct simt_step *step;
	uint32_t nstep, nbody;
	const uint32_t (*edge)[2]; /* from, to; both of one body. NULL in an update: as
	                              they were */
	uint32_t nedge;
	const bool *early; /* of each edge, between launches: the first lets the second
	                      begin; NULL: none is */
	const struct simt_default *defaults;
	uint32_t ndefault;
	void *owner; /* given to drop when no launch uses the plan any more */
	void (*drop)(void *owner);
	void *id; /* %current_graph_exec of its kernels, and what they launch it by */
	bool for_device; /* kernels can launch it; of the first plan */
};

/* Steps are copied. SIMT_INVALID_VALUE: the edges make a circle. *bad: the step that is
 * refused, or nstep. If it fails, owner is not dropped. */
enum simt_status simt_graph_create(struct simt_device *dev, const struct simt_plan *p,
                                   struct simt_graph **out, uint32_t *bad);
/* Launches that are queued still run. */
void simt_graph_destroy(struct simt_graph *g);
enum simt_status simt_graph_launch(struct simt_graph *g, struct simt_stream *s);
/* From the next launch on: one step, of the same kind; or all, with the same bodies and
 * edges. */
enum simt_status simt_graph_set_step(struct simt_graph *g, uint32_t i,
                                     const struct simt_step *step);
enum simt_status simt_graph_enable_step(struct simt_graph *g, uint32_t i, bool enabled);
enum simt_status simt_graph_update(struct simt_graph *g, const struct simt_plan *p,
                                   uint32_t *bad);

/* A number that kernels can set and steps look at. */
enum simt_status simt_condition_create(struct simt_device *dev, uint64_t *condition);
/* Graphs that look at it keep it. */
void simt_condition_destroy(struct simt_device *dev, uint64_t condition);

/* ---- faults ---- */

enum simt_fault_kind {
	SIMT_FAULT_NONE,
	SIMT_FAULT_ERROR, /* the kernel did something wrong */
	SIMT_FAULT_TIMEOUT,
	SIMT_FAULT_DEADLOCK,
	SIMT_FAULT_INTERRUPTED,
	SIMT_FAULT_INTERNAL, /* out of host memory */
};

struct simt_fault {
	enum simt_fault_kind kind;
	enum simt_status status;
	const char *code; /* "T0003" */
	const char *text; /* one sentence */
	const char *kernel, *function;
	uint32_t cta[3], thread[3];
	const char *file; /* of the PTX; NULL if unknown */
	uint32_t line;
	const char *inst; /* text of the instruction */
	uint64_t addr;
	const char *note;   /* the nearest allocation and the like; or "" */
	const char *source; /* "file.cu:12" if the PTX says so; or "" */
	const char *table; /* where each warp stands, for timeouts and deadlocks; or "" */
};
/* The last fault of the device; NULL if there was none. Valid until the next launch. */
const struct simt_fault *simt_device_fault(const struct simt_device *dev);
/* Prints it as people read it. */
void simt_fault_print(struct simt_device *dev, FILE *out, bool color);

/* ---- failures that are asked for ---- SIMT_INJECT, see docs/injection.md */

/* Other rules, from here on; "" for none. */
enum simt_status simt_inject_rules(const char *rules);
/* Whether somebody wants to know of calls: some rule is about them, or there is a
 * timeline. Else neither simt_inject_call nor simt_trace_call has anything to do. Every
 * call asks, so it costs a load. */
extern volatile uint32_t simt_watchers;
static inline bool simt_watched(void) {
	return simt_watchers != 0;
}
/* The error with which a call of `name` fails instead of being made; 0: it is made. */
int simt_inject_call(const char *name);

/* ---- timelines ---- In Chrome's trace format; SIMT_TRACE=FILE opens one when the library is loaded. */

enum simt_status simt_trace_open(const char *path);
/* Whether there is one: the other functions are for that case. */
bool simt_tracing(void);
uint64_t simt_trace_now(void); /* nanoseconds */
/* The calling thread called `name`, from start to now. result: what the status is called,
 * or NULL. */
void simt_trace_call(const char *name, uint64_t start, int status, const char *result);
/* What the program says of itself. domain: NULL for none; argb: a colour, 0 for none.
 * Ranges of push and pop nest in each thread, those with an id need not. */
void simt_trace_push(const char *domain, const char *name, uint32_t argb);
void simt_trace_pop(const char *domain, const char *name); /* as it was pushed */
void simt_trace_mark(const char *domain, const char *name, uint32_t argb);
void simt_trace_range(bool begins, const char *domain, const char *name, uint64_t id,
                      uint32_t argb);
void simt_trace_name_thread(uint32_t id, const char *name);

#ifdef __cplusplus
}
#endif
