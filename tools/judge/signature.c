/* signature.c - what a kernel's name says of its arguments: "add(float const*, int)".
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/names.h"
#include "tools/judge/judge.h"

static const struct {
	const char *name;
	u8 type; /* enum element */
	u8 per;
} types[] = {
	{"float", ELEM_F32, 1},
	{"double", ELEM_F64, 1},
	{"int", ELEM_S32, 1},
	{"unsigned int", ELEM_U32, 1},
	{"unsigned", ELEM_U32, 1},
	{"long", ELEM_S64, 1},
	{"long long", ELEM_S64, 1},
	{"unsigned long", ELEM_U64, 1},
	{"unsigned long long", ELEM_U64, 1},
	{"short", ELEM_S16, 1},
	{"unsigned short", ELEM_U16, 1},
	{"char", ELEM_S8, 1},
	{"signed char", ELEM_S8, 1},
	{"unsigned char", ELEM_U8, 1},
	{"bool", ELEM_U8, 1},
	{"__half", ELEM_F16, 1},
	{"__half2", ELEM_F16, 2},
	{"__nv_bfloat16", ELEM_BF16, 1},
	{"__nv_bfloat162", ELEM_BF16, 2},
	{"float2", ELEM_F32, 2},
	{"float3", ELEM_F32, 3},
	{"float4", ELEM_F32, 4},
	{"double2", ELEM_F64, 2},
	{"int2", ELEM_S32, 2},
	{"int3", ELEM_S32, 3},
	{"int4", ELEM_S32, 4},
	{"uint2", ELEM_U32, 2},
	{"uint3", ELEM_U32, 3},
	{"uint4", ELEM_U32, 4},
	{"short2", ELEM_S16, 2},
	{"short4", ELEM_S16, 4},
	{"uchar4", ELEM_U8, 4},
	{"char4", ELEM_S8, 4},
};

/* Where the parameters begin: the last "(" that is not inside < >. */
static const char *open_bracket(const char *name) {
	u32 depth = 0;
	for (const char *s = name; *s; s++) {
		if (*s == '(' && depth == 0)
			return s;
		depth += *s == '<';
		depth -= *s == '>' && depth;
	}
	return NULL;
}

const char *signature_base(struct arena *a, const char *mangled) {
	const char *name = name_demangle(a, mangled), *from = name;
	const char *end = name + strcspn(name, "(<");
	for (const char *s = name; s < end; s++)
		if (*s == ' ' || (s[0] == ':' && s[1] == ':'))
			from = s + 1 + (*s == ':');
	return arena_strdup(a, from, (size_t)(end - from));
}

const struct judge_kernel *signature_find(struct arena *a, const struct judge_module *m,
                                          const char *name) {
	const struct judge_kernel *found = NULL;
	for (u32 i = 0; i < m->nkernel; i++) {
		const struct judge_kernel *k = &m->kernel[i];
		if (name && strcmp(k->name, name) == 0)
			return k;
		if (name && strcmp(signature_base(a, k->name), name) != 0)
			continue;
		if (found)
			return NULL;
		found = k;
	}
	return found;
}

/* Reads "float const*": the type without const and *. */
static void read_type(struct judge_param *p, const char *text, size_t len, bool *constant,
                      bool *pointer) {
	char plain[128];
	size_t n = 0;
	*constant = *pointer = false;
	while (len && (text[len - 1] == ' ' || text[len - 1] == '*')) {
		*pointer |= text[len - 1] == '*';
		len--;
	}
	if (len > 6 && memcmp(text + len - 6, " const", 6) == 0) {
		*constant = true;
		len -= 6;
	}
	n = MIN(len, sizeof plain - 1);
	memcpy(plain, text, n);
	plain[n] = 0;
	for (u32 i = 0; i < countof(types); i++)
		if (strcmp(types[i].name, plain) == 0 && p->type == ELEM_COUNT) {
			p->type = types[i].type;
			p->per = types[i].per;
		}
}

struct said {
	bool known, constant, pointer;
};

/* Goes through the parameters that the name lists. */
static void read_name(struct arena *a, struct judge_spec *s, const char *mangled,
                      struct said *said) {
	const char *name = name_demangle(a, mangled), *at = open_bracket(name);
	for (u32 i = 0; at && *at && *at != ')' && i < s->nparam; i++) {
		const char *from = ++at;
		for (u32 depth = 0; *at; at++) {
			if (depth == 0 && (*at == ',' || *at == ')'))
				break;
			depth += *at == '<' || *at == '(';
			depth -= (*at == '>' || *at == ')') && depth;
		}
		while (*from == ' ')
			from++;
		said[i].known = at > from;
		read_type(&s->param[i], from, (size_t)(at - from), &said[i].constant,
		          &said[i].pointer);
	}
}

static void choose_role(struct judge_param *p, const struct judge_use *u,
                        const struct said *said) {
	bool pointer = said->known ? said->pointer
	                           : u->is_pointer || u->is_loaded || u->is_stored ||
	                                     u->is_updated;
	bool loads = u->is_loaded || u->is_updated;
	if (!pointer && !p->length)
		p->role = ROLE_VALUE;
	else if (said->constant || (!said->known && !u->is_stored && !u->is_updated))
		p->role = ROLE_IN;
	else
		p->role = loads ? ROLE_INOUT : ROLE_OUT;
	/* Sums by atomic operations begin at zero. */
	p->zero = p->role == ROLE_INOUT && u->is_updated && !u->is_loaded;
}

void signature_complete(struct arena *a, struct judge_spec *s,
                        const struct judge_kernel *k, bool lead) {
	struct said said[JUDGE_PARAMS] = {{0}};
	u32 before = s->nparam;
	if (!s->param)
		s->param = arena_array(a, struct judge_param, JUDGE_PARAMS);
	if (!s->has_args)
		s->nparam = k->nparam;
	for (u32 i = s->has_args ? s->nparam : before; i < s->nparam; i++)
		s->param[i] = (struct judge_param){.name = arena_printf(a, "arg%u", i),
		                                   .type = ELEM_COUNT,
		                                   .per = 1};
	read_name(a, s, k->name, said);
	for (u32 i = 0; i < s->nparam && i < k->nparam; i++) {
		struct judge_param *p = &s->param[i];
		p->bytes = k->param[i].bytes;
		if (lead && !p->has_role)
			choose_role(p, &k->param[i], &said[i]);
		p->has_role |= lead;
		if (p->type == ELEM_COUNT)
			p->type = p->role == ROLE_VALUE ? k->param[i].scalar
			                                : k->param[i].type;
	}
}
