/* cases.c - inputs: sizes around the block, numbers and special numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "base/hash.h"
#include "base/random.h"
#include "tools/judge/judge.h"

enum {
	SIZES_MAX = 32,
	BLOCK_DEFAULT = 256,
	BUFFER_MOST = 64 << 20, /* bytes */
	CASE_MOST = 256 << 20,
};

struct maker {
	struct simtrun *run;
	const struct judge_spec *spec;
	struct judge_env env;
	const char *wrong;
	u64 seed;
	u32 nsize; /* integer arguments */
	u64 bytes; /* of the case's buffers */
};

static bool is_integer(const struct judge_param *p) {
	return p->type < ELEM_COUNT && element_info[p->type].class != 'F' &&
	       p->bytes <= 8;
}

static bool is_size(const struct judge_param *p) {
	return p->role == ROLE_VALUE && is_integer(p);
}

static s64 evaluate(struct maker *m, const char *text, const char *what) {
	s64 v = 0;
	const char *wrong = judge_eval(text, &m->env, &v);
	if (wrong && !m->wrong)
		m->wrong = arena_printf(&m->run->arena, "%s, '%s': %s", what, text,
		                        wrong);
	return v;
}

/* ---- lists of sizes ---------------------------------------------------------------- */

/* Splits at blanks and commas outside of brackets. */
static u32 split(struct arena *a, const char *list, const char *item[SIZES_MAX]) {
	u32 n = 0;
	while (*list && n < SIZES_MAX) {
		list += strspn(list, " \t,");
		const char *from = list;
		for (u32 depth = 0; *list && (depth || !strchr(" \t,", *list)); list++) {
			depth += *list == '(';
			depth -= *list == ')' && depth;
		}
		if (list > from)
			item[n++] = arena_strdup(a, from, (size_t)(list - from));
	}
	return n;
}

struct sizes {
	const char *item[JUDGE_PARAMS][SIZES_MAX];
	u32 n[JUDGE_PARAMS];
	u32 most;
};

/* One of them is any size up to the last one. */
static const char *default_sizes(struct maker *m, u32 param) {
	u32 any = (u32)(random_mix(m->seed + param) >> 32);
	struct arena *a = &m->run->arena;
	if (m->nsize > 1)
		return arena_printf(a, "1 2 3 7 16 17 31 33 %u 40", 1 + any % 40);
	return arena_printf(a,
	                    "0 1 2 31 block-1 block block+1 2*block+17 4*block-1 %u 1000",
	                    1 + any % 1000);
}

/* Several sizes without lists get the same one, each begun at another place. */
static void list_sizes(struct maker *m, struct sizes *z) {
	const struct judge_spec *s = m->spec;
	u32 turn = 0;
	z->most = 1;
	for (u32 i = 0; i < s->nparam; i++)
		m->nsize += is_size(&s->param[i]) && !s->param[i].values;
	for (u32 i = 0; i < s->nparam; i++) {
		const struct judge_param *p = &s->param[i];
		const char *all[SIZES_MAX];
		z->n[i] = 0;
		if (p->role != ROLE_VALUE || (!p->values && !is_size(p)))
			continue;
		const char *list = p->values ? p->values : default_sizes(m, i);
		z->n[i] = split(&m->run->arena, list, all);
		if (!z->n[i] && !m->wrong)
			m->wrong = arena_printf(&m->run->arena, "%s = has no values",
			                        p->name);
		for (u32 k = 0; k < z->n[i]; k++)
			z->item[i][k] = p->values ? all[k] : all[(k + turn) % z->n[i]];
		turn += p->values ? 0 : 4;
		z->most = MAX(z->most, z->n[i]);
	}
	if (!m->nsize && z->most == 1)
		z->most = 4; /* no sizes: grids of several lengths */
}

/* ---- data -------------------------------------------------------------------------- */

static const double special_f32[] = {
	NAN,      INFINITY,  -INFINITY,      -0.0,
	0.0,      0x1p-149,  -0x1p-149,      0x1p-127,
	0x1p-126, -0x1p-126, 0x1.fffffep127, -0x1.fffffep127,
	1.0,      -1.0,      0x1p24,         0x1.000002p0,
};
static const double special_f64[] = {
	NAN,
	INFINITY,
	-INFINITY,
	-0.0,
	0.0,
	0x1p-1074,
	-0x1p-1074,
	0x1p-1023,
	0x1p-1022,
	1.0,
	-1.0,
	0x1.fffffffffffffp1023,
	0x1p53,
	0x1.0000000000001p0,
	-0x1.fffffffffffffp1023,
	0x1p-1022,
};
static const double special_f16[] = {
	NAN,     INFINITY, -INFINITY, -0.0,     0.0, 0x1p-24, -0x1p-24, 0x1p-15,
	0x1p-14, -0x1p-14, 65504.0,   -65504.0, 1.0, -1.0,    2048.0,   0x1.004p0,
};
static const double special_bf16[] = {
	NAN,      INFINITY,  -INFINITY,  -0.0,        0.0, 0x1p-133, -0x1p-133, 0x1p-127,
	0x1p-126, -0x1p-126, 0x1.fep127, -0x1.fep127, 1.0, -1.0,     256.0,     0x1.02p0,
};

static double special(enum element e, u64 x) {
	const double *list = e == ELEM_F64    ? special_f64
	                     : e == ELEM_F16  ? special_f16
	                     : e == ELEM_BF16 ? special_bf16
	                                      : special_f32;
	return list[x % countof(special_f32)];
}

/* Random bits, or within the range that is given; by default indices of buffers. */
static u64 integer(const struct judge_param *p, u64 x, s64 low, s64 high) {
	enum element e = (enum element)p->type;
	u32 bits = 8u * element_info[e].size;
	if (low == 0 && high == -1)
		return x & (~0ull >> (64 - bits));
	u64 span = (u64)high - (u64)low + 1;
	return ((u64)low + (span ? x % span : x)) & (~0ull >> (64 - bits));
}

static void fill_random(struct maker *m, const struct judge_param *p,
                        const struct judge_case *c, struct judge_value *v, u64 seed,
                        s64 most) {
	enum element e = (enum element)p->type;
	u64 n = v->bytes / element_info[e].size;
	s64 low = 0, high = element_info[e].size == 1 ? -1 : MAX(most, 1) - 1;
	if (p->low)
		low = evaluate(m, p->low, "a range");
	if (p->high)
		high = evaluate(m, p->high, "a range");
	if (p->high && high < low)
		high = low;
	for (u64 i = 0; i < n; i++) {
		u64 x = random_next(&seed);
		if (element_info[e].class != 'F')
			x = integer(p, x, low, high);
		else if (c->special && x % 3 == 0)
			x = element_from_double(e, special(e, x / 3));
		else if (p->high)
			x = element_from_double(e, (double)low +
			                                   (double)(x >> 11) * 0x1p-53 *
			                                           (double)(high - low));
		else
			x = element_from_double(e, (double)(x >> 11) * 0x1p-51 - 2);
		element_put(e, v->start, i, x);
	}
}

static bool take_bytes(struct maker *m, const struct judge_param *p,
                       struct judge_value *v, s64 length) {
	u64 size = (u64)element_info[p->type].size * p->per;
	if (length < 0)
		length = 0;
	if ((u64)length > BUFFER_MOST / size ||
	    (m->bytes += (u64)length * size) > CASE_MOST) {
		if (!m->wrong)
			m->wrong = arena_printf(&m->run->arena,
			                        "%s has %lld elements: a buffer may "
			                        "have 64 MiB, all together 256 MiB",
			                        p->name, (long long)length);
		return false;
	}
	v->bytes = (u64)length * size;
	return true;
}

/* ---- one case ---------------------------------------------------------------------- */

static void shape(struct maker *m, const char *const text[3], const char *what,
                  u32 out[3]) {
	for (u32 i = 0; i < 3 && text[i]; i++) {
		s64 v = evaluate(m, text[i], what);
		out[i] = v < 1 ? 1 : (u32)MIN(v, UINT32_MAX);
	}
}

/* The product of all sizes: by default the length of buffers and of the grid. */
static s64 product_of_sizes(struct maker *m, const struct judge_case *c) {
	s64 all = 1;
	const struct judge_spec *s = m->spec;
	for (u32 i = 0; i < s->nparam; i++)
		if (is_size(&s->param[i])) {
			u32 shift = 64 - 8u * element_info[s->param[i].type].size;
			s64 v = (s64)(c->value[i].bits << shift) >> shift;
			if (__builtin_mul_overflow(all, MAX(v, 0), &all))
				return INT64_MAX;
		}
	return all;
}

static bool has_sizes(const struct judge_spec *s) {
	for (u32 i = 0; i < s->nparam; i++)
		if (is_size(&s->param[i]))
			return true;
	return false;
}

static void make_scalar(struct maker *m, const struct judge_param *p,
                        struct judge_value *v, const char *text, u64 *seed) {
	enum element e = (enum element)p->type;
	if (e == ELEM_COUNT || p->bytes > 8) {
		v->blob = arena_array(&m->run->arena, u8, p->bytes + 8);
		return;
	}
	if (element_info[e].class == 'F') {
		double x = (double)(random_next(seed) >> 11) * 0x1p-51 - 2;
		if (!text || !element_parse(e, text, &v->bits))
			v->bits = element_from_double(e, x);
		return;
	}
	s64 x = text ? evaluate(m, text, p->name) : 0;
	v->bits = (u64)x & (~0ull >> (64 - 8 * element_info[e].size));
	env_set(&m->env, p->name, x);
}

static void make_buffer(struct maker *m, const struct judge_case *c, u32 i, s64 all,
                        u64 seed) {
	const struct judge_param *p = &m->spec->param[i];
	struct judge_value *v = &c->value[i];
	s64 length = p->length ? evaluate(m, p->length, "a length") : all;
	if (m->wrong || !take_bytes(m, p, v, length))
		return;
	if (p->role == ROLE_SCRATCH || p->zero)
		v->start = arena_array(&m->run->arena, u8, v->bytes + 8);
	else if (p->role != ROLE_OUT)
		v->start = arena_alloc(&m->run->arena, v->bytes + 8, 64);
	if (v->start && !p->zero && p->role != ROLE_SCRATCH)
		fill_random(m, p, c, v, random_mix(seed + i), all);
	v->tolerance = m->spec->tolerance;
	if (!is_result(p))
		return;
	v->want = shared_memory(v->bytes);
	v->wrote = shared_memory(v->bytes / element_info[p->type].size);
	if ((!v->want || !v->wrote) && !m->wrong)
		m->wrong = "there is no memory for the results";
}

static void add_name(struct maker *m, struct judge_case *c) {
	const struct judge_spec *s = m->spec;
	char text[64];
	c->name = "";
	for (u32 i = 0; i < s->nparam; i++) {
		if (!is_size(&s->param[i]))
			continue;
		element_text((enum element)s->param[i].type, c->value[i].bits, text,
		             sizeof text);
		c->name = arena_printf(&m->run->arena, "%s%s%s=%s", c->name,
		                       *c->name ? " " : "", s->param[i].name, text);
	}
	if (!*c->name)
		c->name = arena_printf(&m->run->arena, "grid=%u", c->grid[0]);
	if (c->special)
		c->name = arena_printf(&m->run->arena, "%s special", c->name);
	if (c->twin)
		c->name = arena_printf(&m->run->arena, "%s again", c->name);
}

/* `at`: the number of the case's sizes; `salt`: of its inputs. */
static void make_case(struct maker *m, const struct sizes *z, struct judge_case *c,
                      u32 at, u64 salt) {
	static const u32 grids[] = {1, 2, 5, 3};
	const struct judge_spec *s = m->spec;
	u64 seed = random_mix(m->seed ^ random_mix(salt));
	m->bytes = 0;
	c->value = arena_array(&m->run->arena, struct judge_value, s->nparam + 1);
	for (u32 i = 0; i < s->nparam; i++)
		if (s->param[i].role == ROLE_VALUE)
			make_scalar(m, &s->param[i], &c->value[i],
			            z->n[i] ? z->item[i][at % z->n[i]] : NULL, &seed);
	s64 all = product_of_sizes(m, c);
	u32 threads = 1;
	for (u32 i = 0; i < 3; i++)
		threads *= c->block[i];
	for (u32 i = 0; i < 3; i++)
		c->grid[i] = 1;
	if (s->grid[0])
		shape(m, s->grid, "the grid", c->grid);
	else if (has_sizes(s))
		c->grid[0] = (u32)MIN(MAX((all + threads - 1) / threads, 1), 65535);
	else
		c->grid[0] = grids[at % countof(grids)];
	u32 unit = MAX(c->cluster[0], 1);
	c->grid[0] = (c->grid[0] + unit - 1) / unit * unit;
	env_set(&m->env, "grid", c->grid[0]);
	env_set(&m->env, "threads", (s64)c->grid[0] * threads);
	if (!has_sizes(s))
		all = (s64)c->grid[0] * threads;
	if (s->shared)
		c->shared = (u32)MAX(evaluate(m, s->shared, "shared"), 0);
	c->cooperative = s->cooperative;
	for (u32 i = 0; i < s->nparam && !m->wrong; i++)
		if (s->param[i].role != ROLE_VALUE)
			make_buffer(m, c, i, all, seed);
	add_name(m, c);
}

static bool has_floats(const struct judge_spec *s) {
	for (u32 i = 0; i < s->nparam && !s->no_special; i++)
		if ((s->param[i].role == ROLE_IN || s->param[i].role == ROLE_INOUT) &&
		    !s->param[i].zero && element_info[s->param[i].type].class == 'F')
			return true;
	return false;
}

static void first_shape(struct maker *m, struct judge_case *c) {
	const struct judge_spec *s = m->spec;
	u32 block[3] = {BLOCK_DEFAULT, 1, 1};
	m->env.n = 0;
	shape(m, s->block, "the block", block);
	memcpy(c->block, block, sizeof block);
	if (s->cluster[0]) {
		for (u32 i = 0; i < 3; i++)
			c->cluster[i] = 1;
		shape(m, s->cluster, "the cluster", c->cluster);
	}
	env_set(&m->env, "block", c->block[0]);
}

const char *cases_make(struct simtrun *run, const struct judge_spec *s, u64 seed,
                       struct judge_cases *out) {
	struct maker m = {.run = run, .spec = s, .seed = seed};
	struct sizes *z = arena_new(&run->arena, struct sizes);
	list_sizes(&m, z);
	u32 n = z->most, middle = n > 6 ? 6 : n - 1;
	struct judge_case *c = arena_array(&run->arena, struct judge_case, n + 3);
	out->at = c;
	for (u32 i = 0; i < n && !m.wrong; i++) {
		first_shape(&m, &c[i]);
		make_case(&m, z, &c[i], i, i + 1);
	}
	out->n = n;
	for (u32 i = 0; i < 2 && has_floats(s) && !m.wrong; i++) {
		struct judge_case *more = &c[out->n++];
		more->special = true;
		first_shape(&m, more);
		make_case(&m, z, more, i ? n - 1 : middle, 1000 + i);
	}
	if (!m.wrong) {
		struct judge_case *more = &c[out->n++];
		more->twin = &c[n - 1];
		first_shape(&m, more);
		make_case(&m, z, more, n - 1, 2000);
	}
	return m.wrong;
}
