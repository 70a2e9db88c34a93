/* module.c - PTX text -> a module on the device: parsed, checked, placed, prepared.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/module.h"
#include "backend/machine/group.h"
#include "base/host_float.h"
#include "base/own_stack.h"
#include "base/reserve.h"
#include "base/trace.h"
#include "ir/analysis/refs.h"
#include "ir/opt/contract.h"
#include "ir/opt/opt.h"
#include "ir/read/sampler.h"
#include "runtime/core/check.h"
#include "runtime/core/debug.h"
#include "runtime/core/devrt_grid.h"
#include "runtime/core/link.h"
#include "runtime/core/profile.h"

#include <errno.h>
#include <stdlib.h>

enum {
	CODE_STEP = 16, /* bytes between the addresses of functions, see struct image */
	/* Memory that loading a text takes, of which 60 bytes for each of the text's are
	   usual. */
	LOAD_BYTES = 1 << 20,
	LOAD_FACTOR = 160,
};

static bool ready_to_load(size_t len) {
	return len < SIZE_MAX / LOAD_FACTOR / 2 &&
	       arena_ready(LOAD_BYTES + len * LOAD_FACTOR);
}

/* ---- text -> IR ---- */

static const char *skip_comment(const char *s) {
	if (s[1] == '/')
		return s + strcspn(s, "\n");
	const char *end = strstr(s + 2, "*/");
	return end ? end + 2 : s + strlen(s);
}

static const char *first_word(const char *s) {
	for (;;) {
		s += strspn(s, " \t\r\n\f\v");
		if (s[0] != '/' || (s[1] != '/' && s[1] != '*'))
			return s;
		s = skip_comment(s);
	}
}

/* Who watches a program sees the calls of its text, and counts them. */
static bool is_watched(const struct machine *m) {
	return m->check || m->profiled || m->debugged || m->steered || tracing();
}

/* Products are fused first, so that they are the same with and without optimisation. */
static void optimize(struct simt_module *m, const struct simt_load_options *o) {
	struct opt_options options = {.level = o ? (int)o->optimize : 0,
	                              .debug = o && o->check_optimizer};
	contract_module(m->ir);
	if (options.level)
		opt_module(m->ir, &options);
	else if (!m->diag.nerror && !is_watched(&m->dev->machine))
		opt_calls(m->ir, options.debug);
	if (m->ir->optimized)
		ir_verify(m->ir, &m->diag, m->dev->machine.limits.shared_cta_optin);
}

static void parse(struct simt_module *m, struct source_file *file,
                  const struct simt_load_options *o) {
	/* What does not begin with .version is no PTX at all for a driver, rather than
	 * bad PTX; what begins with another directive has better messages. */
	const char *first = first_word(file->text);
	m->has_version = strncmp(first, ".version", 8) == 0;
	if (first[0] != '.') {
		diag_error(&m->diag, (struct loc){file->base, file->base}, E0407,
		           "the file is empty or is not a PTX text");
		return;
	}
	m->ir = module_load_on(&m->ir_arena, &m->diag, file,
	                       m->dev->machine.limits.shared_cta_optin);
	if (m->ir)
		optimize(m, o);
}

static void check_target(struct simt_module *m) {
	const struct device_limits *l = &m->dev->machine.limits;
	if (m->ir->sm > l->sm)
		diag_error(&m->diag, (struct loc){0, 0}, E0205,
		           "the module is for sm_%u, and the device is an sm_%u",
		           m->ir->sm, l->sm);
}

/* ---- references and externals ---- */

static void unresolved(struct simt_module *m, const char *what, const char *name,
                       struct loc loc) {
	struct diag_record *rec = diag_error(&m->diag, loc, E0215,
	                                     "unresolved extern %s '%s'", what, name);
	diag_nvcc(&m->diag, rec, "Unresolved extern %s '%s'", what, name);
}

static bool is_global(const struct var *v) {
	return v->space == SPACE_GLOBAL || v->space == SPACE_CONST;
}

/* A text that is a whole program defines the variables that it declares, unless their
 * size is not known. */
static bool adopt(struct var *v, const struct simt_load_options *o) {
	if (!o || !o->whole_program || !v->size_bytes)
		return false;
	v->linkage = LINKAGE_VISIBLE;
	return true;
}

static void check_externals(struct simt_module *m, const struct simt_load_options *o) {
	struct arena scratch = ARENA_INIT;
	const struct module *ir = m->ir;
	struct module_refs r = module_refs(&scratch, ir);
	for (u32 i = 0; i < ir->nfunc; i++) {
		const struct func *f = ir->func[i];
		if (r.func[i] && !f->has_body && !builtin_find(f->name->s))
			unresolved(m, "function", f->name->s, f->loc);
	}
	for (u32 i = 0; i < ir->nvar; i++) {
		struct var *v = &ir->var[i];
		if (is_global(v) && v->linkage == LINKAGE_EXTERN && !adopt(v, o) &&
		    r.var[i])
			unresolved(m, "variable", v->name->s, v->loc);
	}
	arena_drop(&scratch);
}

/* ---- variables ---- */

static u64 place_space(struct simt_module *m, enum space space, u64 base) {
	u64 at = 0;
	for (u32 i = 0; i < m->ir->nvar; i++) {
		const struct var *v = &m->ir->var[i];
		if (v->space != space || v->linkage == LINKAGE_EXTERN)
			continue;
		/* From 16 bytes on variables are aligned to 16 at least. */
		u64 align = MAX(v->align, v->size_bytes >= 16 ? 16 : 1);
		at = alignup(at, align);
		m->image.var_addr[i] = base + at;
		at += MAX(v->size_bytes, 1);
	}
	return at;
}

static u64 space_align(const struct simt_module *m, enum space space) {
	u64 align = MEMORY_GRANULE;
	for (u32 i = 0; i < m->ir->nvar; i++)
		if (m->ir->var[i].space == space)
			align = MAX(align, m->ir->var[i].align);
	return align;
}

/* Checked mode: memory between variables belongs to no block. */
static void watch_variables(struct simt_module *m, enum space space, u64 base,
                            u64 bytes) {
	struct checker *c = m->dev->machine.check;
	shadow_set(c, base, bytes, BYTE_NONE);
	for (u32 i = 0; i < m->ir->nvar; i++)
		if (m->ir->var[i].space == space && m->image.var_addr[i])
			shadow_set(c, m->image.var_addr[i], m->ir->var[i].size_bytes,
			           BYTE_KNOWN);
}

static bool place(struct simt_module *m, enum space space, enum memory_part part,
                  u64 *base, u64 *bytes) {
	*bytes = place_space(m, space, 0);
	if (*bytes == 0)
		return true;
	*base = memory_alloc(&m->dev->memory, part, *bytes, space_align(m, space));
	if (*base) {
		memory_clear(&m->dev->memory, *base, *bytes);
		place_space(m, space, *base);
	}
	if (*base && m->dev->machine.check)
		watch_variables(m, space, *base, *bytes);
	return *base != 0;
}

static u64 reloc_value(const struct simt_module *m, const struct init_reloc *r) {
	u64 base = r->func != NO_REG ? m->image.code_base + (u64)CODE_STEP * r->func
	                             : m->image.var_addr[r->var];
	u64 value = base + (u64)r->addend;
	return r->byte ? value >> 8 * (r->byte - 1) & 0xff : value;
}

/* Writes the initial value of a variable; the rest of it is zero already. */
static void initialise(const struct simt_module *m, u32 i) {
	const struct var *v = &m->ir->var[i];
	u8 *at = memory_host(m->image.var_addr[i]);
	if (v->init_bytes)
		memcpy(at, v->init, v->init_bytes);
	for (u32 k = 0; k < v->nreloc; k++) {
		u64 value = reloc_value(m, &v->reloc[k]);
		if (v->reloc[k].offset + v->reloc[k].size <= v->size_bytes)
			memcpy(at + v->reloc[k].offset, &value, MIN(v->reloc[k].size, 8));
	}
}

/* A sampler that the text describes is an object of the module's; the variable names it.
 */
static u64 sampler_of(const struct simt_module *m, u32 i) {
	static const u8 address[] = {[SAMPLER_WRAP] = SIMT_ADDRESS_WRAP,
	                             [SAMPLER_MIRROR] = SIMT_ADDRESS_MIRROR,
	                             [SAMPLER_CLAMP_OGL] = SIMT_ADDRESS_CLAMP,
	                             [SAMPLER_EDGE] = SIMT_ADDRESS_CLAMP,
	                             [SAMPLER_BORDER] = SIMT_ADDRESS_BORDER};
	u64 state, handle = m->sampler[i];
	if (handle)
		return handle;
	memcpy(&state, m->ir->var[i].init, sizeof(state));
	struct simt_sampler s = {.filter_linear = sampler_is_linear(state),
	                         .normalized_coords = !sampler_is_unnormalized(state),
	                         .lod_max = 1000};
	for (u32 k = 0; k < 3; k++)
		s.address[k] = address[sampler_address(state, k)];
	if (simt_sampler_create(m->dev, &s, &handle) == SIMT_OK)
		m->sampler[i] = handle;
	return handle;
}

static void initialise_all(const struct simt_module *m) {
	for (u32 i = 0; i < m->ir->nvar; i++) {
		if (!m->image.var_addr[i])
			continue;
		initialise(m, i);
		if (m->ir->var[i].type == TYPE_SAMPLERREF && m->ir->var[i].init) {
			u64 handle = sampler_of(m, i);
			memcpy(memory_host(m->image.var_addr[i]), &handle,
			       sizeof(handle));
		}
	}
}

static enum simt_status place_module(struct simt_module *m) {
	struct image *img = &m->image;
	img->module = m->ir;
	img->machine = &m->dev->machine;
	img->var_addr = arena_array(&m->arena, u64, m->ir->nvar + 1);
	m->sampler = arena_array(&m->arena, u64, m->ir->nvar + 1);
	m->function = arena_array(&m->arena, struct simt_function *, m->ir->nfunc + 1);
	img->code_base = memory_alloc(&m->dev->memory, MEMORY_CODE,
	                              (u64)CODE_STEP * (m->ir->nfunc + 1),
	                              MEMORY_GRANULE);
	if (!img->code_base ||
	    !place(m, SPACE_GLOBAL, MEMORY_GLOBAL, &m->global_base, &m->global_bytes) ||
	    !place(m, SPACE_CONST, MEMORY_CONST, &m->const_base, &m->const_bytes))
		return fail(SIMT_OUT_OF_MEMORY,
		            "no room for the variables of the module");
	img->constants = (struct window){m->const_base, m->const_bytes};
	initialise_all(m);
	return SIMT_OK;
}

/* ---- load and unload ---- */

static bool has_code(const struct simt_module *m, enum diag_code code) {
	for (u32 i = 0; i < m->diag.nrecord; i++)
		if (m->diag.record[i].code == code &&
		    m->diag.record[i].severity == DIAG_ERROR)
			return true;
	return false;
}

static enum simt_status diag_status(const struct simt_module *m) {
	if (m->diag.nerror == 0)
		return SIMT_OK;
	if (!m->has_version)
		return fail(SIMT_INVALID_IMAGE, "not a PTX text");
	if (has_code(m, E0204))
		return fail(SIMT_UNSUPPORTED_PTX_VERSION, "unsupported .version");
	return fail(SIMT_INVALID_PTX, "%u error%s in the PTX text", m->diag.nerror,
	            m->diag.nerror == 1 ? "" : "s");
}

/* Reads the text, and checks what may be wrong with it alone. */
static void read_text(struct simt_module *m, struct source_file *file,
                      const struct simt_load_options *o) {
	parse(m, file, o);
	if (m->ir && m->diag.nerror == 0)
		check_target(m);
}

static enum simt_status build(struct simt_module *m, struct source_file *file,
                              const struct simt_load_options *o) {
	read_text(m, file, o);
	if (m->ir && m->diag.nerror == 0)
		check_externals(m, o);
	enum simt_status s = diag_status(m);
	if (s == SIMT_OK)
		s = place_module(m);
	if (s != SIMT_OK)
		return s;
	m->prepared = true;
	m->image.native = o ? o->native : NULL;
	m->image.native_bytes = o ? o->native_bytes : 0;
	if (!m->dev->backend->prepare(&m->image, &m->diag))
		s = diag_status(m);
	if (s == SIMT_OK)
		debug_module(m, true);
	return s;
}

static void flush_log(struct simt_module *m, const struct simt_load_options *o) {
	if (o && o->log)
		diag_flush(&m->diag, o->log,
		           (struct diag_style){.format = (enum diag_format)o->format,
		                               .color = o->color,
		                               .quiet_warnings = o->quiet_warnings});
}

static struct simt_module *module_new(struct simt_device *dev) {
	struct simt_module *m = memory_new(sizeof *m);
	if (!m)
		return NULL;
	m->dev = dev;
	m->refs = 1;
	sources_init(&m->sources, &m->arena);
	diag_init(&m->diag, &m->arena, &m->sources);
	return m;
}

/* Gives back what the module has on the device, where code of it may still be made. */
static void leave_device(struct simt_module *m) {
	struct memory *mem = &m->dev->memory;
	if (m->has_left)
		return;
	m->has_left = true;
	debug_module(m, false);
	profile_forget(m);
	for (u32 i = 0; m->sampler && i < m->ir->nvar; i++)
		if (m->sampler[i])
			texture_place_free(m->dev, m->sampler[i]);
	check_order_unload(m->dev, m->image.prepared[0]);
	if (m->image.code_base)
		memory_free(mem, MEMORY_CODE, m->image.code_base);
	if (m->global_base)
		memory_free(mem, MEMORY_GLOBAL, m->global_base);
	if (m->const_base)
		memory_free(mem, MEMORY_CONST, m->const_base);
}

void module_drop(struct simt_module *m) {
	leave_device(m);
	if (m->prepared)
		m->dev->backend->drop(&m->image);
	arena_drop(&m->ir_arena);
	arena_drop(&m->arena);
	memory_delete(m);
}

static void list(struct simt_module *m) {
	pthread_mutex_lock(&m->dev->lock);
	m->next = m->dev->modules;
	m->at = &m->dev->modules;
	if (m->next)
		m->next->at = &m->next;
	m->dev->modules = m;
	pthread_mutex_unlock(&m->dev->lock);
}

struct building {
	struct simt_module *m;
	struct source_file *file;
	const struct simt_load_options *o;
	bool is_part; /* of a module: it is only checked */
	enum simt_status status;
};

static void build_here(void *ctx) {
	struct building *b = ctx;
	struct host_float before = host_float_enter();
	if (b->is_part)
		read_text(b->m, b->file, b->o);
	b->status = b->is_part ? diag_status(b->m) : build(b->m, b->file, b->o);
	host_float_leave(before);
	flush_log(b->m, b->o);
}

static enum simt_status run(struct building *b) {
	if (b->o && b->o->max_errors)
		b->m->diag.limit = b->o->max_errors;
	if (b->o && b->o->refuse_unknown)
		b->m->diag.refused = E0108;
	if (!own_stack_call(build_here, b))
		b->status = fail(SIMT_OUT_OF_MEMORY,
		                 "no memory for a stack to load a module on");
	return b->status;
}

static enum simt_status finish(struct simt_module *m, struct source_file *file,
                               const struct simt_load_options *o,
                               struct simt_module **out) {
	enum simt_status s = run(&(struct building){.m = m, .file = file, .o = o});
	if (s != SIMT_OK) {
		module_drop(m);
		return s;
	}
	list(m);
	*out = m;
	return SIMT_OK;
}

enum simt_status simt_module_load(struct simt_device *dev, const char *name,
                                  const char *text, size_t len,
                                  const struct simt_load_options *o,
                                  struct simt_module **out) {
	enum simt_status s = device_check(dev);
	*out = NULL;
	if (s != SIMT_OK)
		return s;
	struct simt_module *m = ready_to_load(len) ? module_new(dev) : NULL;
	if (!m)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	while (len && text[len - 1] == 0) /* as fat binaries pad their texts */
		len--;
	if (devrt_grid_wanted(text, len)) {
		struct simt_text parts[] = {{text, len}, devrt_grid_text()};
		text = link_texts(&m->arena, parts, countof(parts), &len);
	}
	struct source_file *file = source_add(&m->sources, name, text, len);
	if (!file) {
		module_drop(m);
		return fail(SIMT_INVALID_IMAGE, "%s: the text is larger than 4 GB", name);
	}
	return finish(m, file, o, out);
}

enum simt_status simt_text_check(struct simt_device *dev, const char *name,
                                 const struct simt_text *text,
                                 const struct simt_load_options *o) {
	struct simt_module *m = ready_to_load(text->len) ? module_new(dev) : NULL;
	if (!m)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	struct source_file *file = source_add(&m->sources, name, text->text, text->len);
	enum simt_status s =
		file ? run(&(struct building){
			       .m = m, .file = file, .o = o, .is_part = true})
		     : fail(SIMT_INVALID_IMAGE, "%s: the text is larger than 4 GB", name);
	module_drop(m);
	return s;
}

static size_t length_of(const struct simt_text *texts, u32 n) {
	size_t len = 0;
	for (u32 i = 0; i < n; i++)
		len += texts[i].len;
	return len;
}

enum simt_status simt_module_link(struct simt_device *dev, const char *name,
                                  const struct simt_text *texts, u32 n,
                                  const struct simt_load_options *o,
                                  struct simt_module **out) {
	struct arena scratch = ARENA_INIT;
	size_t len = 0;
	*out = NULL;
	if (n == 1)
		return simt_module_load(dev, name, texts->text, texts->len, o, out);
	if (!ready_to_load(length_of(texts, n)))
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	const char *text = n ? link_texts(&scratch, texts, n, &len) : "";
	enum simt_status s = simt_module_load(dev, name, text, len, o, out);
	arena_drop(&scratch);
	return s;
}

static char *copy_text(const char *text, size_t len) {
	char *copy = memory_new(len + 1);
	if (copy)
		memcpy(copy, text, len);
	return copy;
}

char *simt_link_texts(const struct simt_text *texts, u32 n, size_t *len) {
	struct arena scratch = ARENA_INIT;
	const char *text = texts->text;
	*len = texts->len;
	if (!ready_to_load(length_of(texts, n)))
		return NULL;
	if (n > 1)
		text = link_texts(&scratch, texts, n, len);
	char *copy = copy_text(text, *len);
	arena_drop(&scratch);
	return copy;
}

char *simt_limit_registers(const struct simt_text *text, u32 registers, size_t *len) {
	struct arena scratch = ARENA_INIT;
	if (!ready_to_load(text->len))
		return NULL;
	const char *limited = link_limit_registers(&scratch, text, registers, len);
	char *copy = copy_text(limited, *len);
	arena_drop(&scratch);
	return copy;
}

void simt_text_free(char *text) {
	memory_delete(text);
}

enum simt_status simt_module_load_file(struct simt_device *dev, const char *path,
                                       const struct simt_load_options *o,
                                       struct simt_module **out) {
	enum simt_status s = device_check(dev);
	*out = NULL;
	if (s != SIMT_OK)
		return s;
	struct simt_module *m = module_new(dev);
	if (!m)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	struct source_file *file = source_load(&m->sources, path);
	if (!file) {
		int e = errno;
		module_drop(m);
		return fail(SIMT_FILE_NOT_FOUND, "cannot read %s: %s", path, strerror(e));
	}
	return finish(m, file, o, out);
}

void module_ref(struct simt_module *m) {
	pthread_mutex_lock(&m->dev->lock);
	m->refs++;
	pthread_mutex_unlock(&m->dev->lock);
}

/* Drops a reference; the last one takes the module off the list, which has none itself: a
 * reset drops what is in it. */
static bool is_last(struct simt_module *m) {
	struct simt_device *dev = m->dev;
	pthread_mutex_lock(&dev->lock);
	bool gone = --m->refs == 0;
	if (gone && m->at) {
		*m->at = m->next;
		if (m->next)
			m->next->at = m->at;
		m->at = NULL;
	}
	pthread_mutex_unlock(&dev->lock);
	return gone;
}

static bool is_being_compiled(struct simt_module *m) {
	const struct backend *b = m->dev->backend;
	return m->prepared && b->is_busy && b->is_busy(&m->image);
}

static struct simt_module *take_left(struct simt_device *dev) {
	pthread_mutex_lock(&dev->lock);
	struct simt_module **at = &dev->leaving;
	while (*at && is_being_compiled(*at))
		at = &(*at)->next;
	struct simt_module *m = *at;
	if (m)
		*at = m->next;
	pthread_mutex_unlock(&dev->lock);
	return m;
}

static void sweep_later(struct simt_device *dev);

/* Runs on the thread that compiles. It never waits, since threads that have closed the
 * gate may be waiting for it. Cancelled: the device closes, and drops what is left, or
 * the process ends. */
static void sweep(void *ctx, bool cancelled) {
	struct simt_device *dev = ctx;
	struct simt_module *m;
	if (!cancelled && gate_try_close(dev)) {
		while ((m = take_left(dev)))
			module_drop(m);
		gate_open(dev);
	}
	pthread_mutex_lock(&dev->lock);
	dev->sweeping = false;
	bool more = dev->leaving && !cancelled;
	pthread_mutex_unlock(&dev->lock);
	if (more)
		sweep_later(dev);
}

/* Without memory for that the next unload of a module, a reset or the end sweeps. */
static void sweep_later(struct simt_device *dev) {
	pthread_mutex_lock(&dev->lock);
	bool first = !dev->sweeping;
	dev->sweeping = true;
	pthread_mutex_unlock(&dev->lock);
	if (first && !background_later(dev->background, 0, sweep, dev)) {
		pthread_mutex_lock(&dev->lock);
		dev->sweeping = false;
		pthread_mutex_unlock(&dev->lock);
	}
}

static void drop_later(struct simt_module *m) {
	struct simt_device *dev = m->dev;
	pthread_mutex_lock(&dev->lock);
	m->next = dev->leaving;
	dev->leaving = m;
	pthread_mutex_unlock(&dev->lock);
	sweep_later(dev);
}

/* With the gate closed. A thread that makes code of the module keeps its text alive. */
void module_leave(struct simt_module *m) {
	leave_device(m);
	if (is_being_compiled(m))
		drop_later(m);
	else
		module_drop(m);
}

static void drop_between_kernels(struct simt_module *m) {
	struct simt_device *dev = m->dev;
	gate_close(dev);
	module_leave(m);
	gate_open(dev);
}

void module_unref(struct simt_module *m) {
	if (is_last(m))
		drop_between_kernels(m);
}

static void drop_soon(struct simt_module *m) {
	struct simt_device *dev = m->dev;
	if (gate_try_close(dev)) {
		module_leave(m);
		gate_open(dev);
	} else {
		is_being_compiled(m); /* what is queued for it is cancelled */
		drop_later(m);
	}
}

void module_unref_soon(struct simt_module *m) {
	if (is_last(m))
		drop_soon(m);
}

enum simt_status simt_module_unload_soon(struct simt_module *m) {
	module_unref_soon(m);
	return SIMT_OK;
}

enum simt_status simt_module_unload(struct simt_module *m) {
	module_unref(m);
	return SIMT_OK;
}

void simt_function_keep(struct simt_function *f) {
	module_ref(f->module);
}

void simt_function_release(struct simt_function *f) {
	module_unref(f->module);
}

enum simt_status simt_module_restore(struct simt_module *m) {
	enum simt_status s = device_check(m->dev);
	if (s != SIMT_OK)
		return s;
	if (m->global_base)
		memory_clear(&m->dev->memory, m->global_base, m->global_bytes);
	if (m->const_base)
		memory_clear(&m->dev->memory, m->const_base, m->const_bytes);
	initialise_all(m);
	return SIMT_OK;
}

/* ---- symbols ---- */

enum simt_status simt_variable_find(struct simt_module *m, const char *name, u64 *addr,
                                    u64 *size) {
	const struct var *v = module_find_var(m->ir, name);
	if (!v || !is_global(v))
		return fail(SIMT_NOT_FOUND, "no variable '%s' in the module", name);
	*addr = m->image.var_addr[v - m->ir->var];
	*size = v->size_bytes;
	return SIMT_OK;
}

/* Searches one module, whose variables lie in two blocks, of global and of constant
 * memory. */
static bool variable_at(const struct simt_module *m, u64 addr,
                        struct simt_variable *out) {
	if (addr - m->global_base >= m->global_bytes &&
	    addr - m->const_base >= m->const_bytes)
		return false;
	for (u32 i = 0; i < m->ir->nvar; i++) {
		const struct var *v = &m->ir->var[i];
		u64 base = m->image.var_addr[i];
		if (!is_global(v) || !base || addr - base >= v->size_bytes)
			continue;
		*out = (struct simt_variable){base, v->size_bytes, v->managed};
		return true;
	}
	return false;
}

bool simt_variable_at(struct simt_device *dev, u64 addr, struct simt_variable *out) {
	bool found = false;
	pthread_mutex_lock(&dev->lock);
	for (const struct simt_module *m = dev->modules; m && !found; m = m->next)
		found = variable_at(m, addr, out);
	pthread_mutex_unlock(&dev->lock);
	return found;
}

enum simt_status simt_module_bind(struct simt_module *m, const char *name, u64 handle) {
	const struct var *v = module_find_var(m->ir, name);
	u64 addr = v ? m->image.var_addr[v - m->ir->var] : 0;
	if (!addr || type_info[v->type].class != 'O')
		return fail(SIMT_NOT_FOUND,
		            "no texture, sampler or surface '%s' in the module", name);
	gate_close(m->dev);
	memcpy(memory_host(addr), &handle, sizeof(handle));
	gate_open(m->dev);
	return SIMT_OK;
}

enum simt_reference_kind simt_module_reference(struct simt_module *m, const char *name,
                                               const char **kept) {
	const struct var *v = module_find_var(m->ir, name);
	if (!v || !m->image.var_addr[v - m->ir->var])
		return SIMT_REFERENCE_NONE;
	*kept = v->name->s;
	switch (v->type) {
	case TYPE_TEXREF: return SIMT_REFERENCE_TEXTURE;
	case TYPE_SAMPLERREF: return SIMT_REFERENCE_SAMPLER;
	case TYPE_SURFREF: return SIMT_REFERENCE_SURFACE;
	default: return SIMT_REFERENCE_NONE;
	}
}

/* NULL: no memory. */
static struct simt_function *function_of(struct simt_module *m, const struct func *f) {
	pthread_mutex_lock(&m->dev->lock);
	struct simt_function **at = &m->function[f->index];
	if (!*at &&
	    arena_ready(((size_t)m->ir->nvar + m->ir->nfunc) * 64 + LOAD_BYTES / 16))
		*at = function_make(m, f);
	pthread_mutex_unlock(&m->dev->lock);
	return *at;
}

static bool is_kernel(const struct func *f) {
	return f->is_entry && f->has_body;
}

bool function_at(struct simt_module *m, u32 i, struct simt_function **out) {
	*out = NULL;
	if (i >= m->ir->nfunc || !is_kernel(m->ir->func[i]))
		return false;
	*out = function_of(m, m->ir->func[i]);
	return *out != NULL;
}

enum simt_status simt_function_find(struct simt_module *m, const char *name,
                                    struct simt_function **out) {
	const struct func *f = module_find_func(m->ir, name);
	*out = NULL;
	if (!f || !is_kernel(f))
		return fail(SIMT_NOT_FOUND, "no kernel '%s' in the module", name);
	*out = function_of(m, f);
	return *out ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

u32 simt_function_count(const struct simt_module *m) {
	u32 n = 0;
	for (u32 i = 0; i < m->ir->nfunc; i++)
		n += is_kernel(m->ir->func[i]);
	return n;
}

enum simt_status simt_function_at(struct simt_module *m, u32 i,
                                  struct simt_function **out) {
	for (u32 k = 0; k < m->ir->nfunc; k++) {
		if (!is_kernel(m->ir->func[k]) || i--)
			continue;
		*out = function_of(m, m->ir->func[k]);
		return *out ? SIMT_OK : fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	*out = NULL;
	return fail(SIMT_NOT_FOUND, "the module has fewer kernels");
}
