/* nvprune.c - nvprune: drops device code for other targets from objects, libraries and
 * containers. Containers stay where they begin, since host code points to them; what is
 * at the end of a section is cut off.
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/handles/input.h"
#include "tools/binutils/command.h"

enum { AR_HEAD = 60, AR_MAGIC = 8, HEAD = 16 };

static struct {
	struct texts arch, gencode;
	const char *output;
	bool elf, no_elf;
} set;

static const struct command_option options[] = {
	{"arch", "arch", COMMAND_LIST, "<architecture>,...", "Targets that stay: sm_90.",
         &set.arch, NULL},
	{"generate-code", "gencode", COMMAND_WORDS, "arch=<arch>,code=<code>,...",
         "Targets that stay, as nvcc has it.", &set.gencode, NULL},
	{"no-relocatable-elf", "no-relocatable-elf", COMMAND_FLAG, NULL,
         "Drops relocatable machine code.", &set.no_elf, NULL},
	{"output-file", "o", COMMAND_TEXT, "<file name>", "The output.", &set.output,
         NULL},
	{"relocatable-elf", "relocatable-elf", COMMAND_FLAG, NULL,
         "Keeps relocatable machine code, which is the default.", &set.elf, NULL},
};

static const struct command command = {
	.program = "nvprune",
	.usage = "nvprune [options] <input files>",
	.purpose = "drops device code for other targets",
	.option = options,
	.noption = countof(options),
	.failure = 1,
};

/* ---- targets ---- */

/* sm_NN: code of any kind for it; compute_NN: PTX alone. */
struct target {
	u32 sm;
	bool ptx_alone;
};
static VEC(struct target) targets;

static bool add_target(struct arena *a, const char *word, size_t n) {
	bool ptx = n > 8 && memcmp(word, "compute_", 8) == 0;
	bool any = n > 3 && memcmp(word, "sm_", 3) == 0;
	char *end;
	u32 sm = (u32)strtoul(word + (ptx ? 8 : 3), &end, 10);
	if ((!ptx && !any) || !sm)
		return false;
	vec_push(a, &targets, (struct target){sm, ptx});
	return true;
}

/* arch=compute_90,code=[sm_90,compute_90] */
static bool add_gencode(struct arena *a, const char *word) {
	const char *code = strstr(word, "code=");
	const char *arch = strstr(word, "arch=");
	if (!code)
		return arch && add_target(a, arch + 5, strcspn(arch + 5, ","));
	for (code += 5; *code;) {
		code += strspn(code, "\\\"[,");
		size_t n = strcspn(code, "\\\"],");
		if (n && !add_target(a, code, n))
			return false;
		code += n + strspn(code + n, "\\\"]");
		if (!n)
			break;
	}
	return true;
}

static int read_targets(struct arena *a) {
	text_each (word, &set.arch)
		if (!add_target(a, *word, strlen(*word)))
			return command_fail(&command, "Unsupported gpu architecture '%s'",
			                    *word);
	text_each (word, &set.gencode)
		if (!add_gencode(a, *word))
			return command_fail(&command,
			                    "Value '%s' is not defined for option "
			                    "'generate-code'",
			                    *word);
	return targets.n ? 0
	                 : command_fail(&command,
	                                "One of --arch and --generate-code is needed");
}

static bool stays(const struct fatbin_entry *e) {
	if (set.no_elf && e->kind == FATBIN_CUBIN)
		return false;
	vec_each (struct target, t, &targets)
		if (t->sm == e->sm && (!t->ptx_alone || e->kind == FATBIN_PTX))
			return true;
	return false;
}

/* ---- containers ---- */

/* Drops entries of the container at `at`, whose bytes after those that stay become zero.
 * Returns its new size; 0: it is damaged. */
static size_t prune_container(u8 *at, size_t room) {
	struct fatbin_cursor c;
	struct fatbin_entry e;
	size_t n = HEAD;
	if (!fatbin_open(&c, at, room))
		return 0;
	const u8 *end = c.at;
	while (fatbin_next(&c, &e)) {
		size_t size = e.head_bytes + e.payload_bytes;
		end = e.payload + e.payload_bytes;
		if (!stays(&e))
			continue;
		memmove(at + n, e.payload - e.head_bytes, size);
		n += size;
	}
	u64 body = n - HEAD;
	if (end > at + n)
		memset(at + n, 0, (size_t)(end - at) - n);
	memcpy(at + 8, &body, sizeof body);
	return n;
}

/* The size of the section without what its last container no longer needs. */
static size_t prune_section(u8 *at, size_t n) {
	static const u32 magic = (u32)FATBIN_MAGIC;
	size_t used = n;
	for (size_t i = 0; i + HEAD <= n;) {
		u64 body;
		if (memcmp(at + i, &magic, sizeof magic) != 0) {
			i += 8;
			continue;
		}
		memcpy(&body, at + i + 8, sizeof body);
		if (body > n - i - HEAD)
			break;
		size_t size = prune_container(at + i, n - i);
		used = alignup(i + size, 8);
		i = alignup(i + HEAD + body, 8);
	}
	return MIN(used, n);
}

/* ---- objects ---- */

struct bytes {
	u8 *at;
	size_t n;
};

struct object {
	Elf64_Ehdr head;
	Elf64_Shdr *section;
	const char *names;
	size_t nnames;
};

static bool lies_in(size_t n, u64 at, u64 size) {
	return at <= n && size <= n - at;
}

static bool open_object(struct arena *a, struct bytes b, struct object *o) {
	if (b.n < sizeof o->head)
		return false;
	memcpy(&o->head, b.at, sizeof o->head);
	u64 size = (u64)o->head.e_shnum * sizeof *o->section;
	if (o->head.e_shentsize != sizeof *o->section ||
	    !lies_in(b.n, o->head.e_shoff, size) || o->head.e_shstrndx >= o->head.e_shnum)
		return false;
	o->section = arena_array(a, Elf64_Shdr, o->head.e_shnum);
	memcpy(o->section, b.at + o->head.e_shoff, size);
	for (u32 i = 0; i < o->head.e_shnum; i++)
		if (o->section[i].sh_type != SHT_NOBITS &&
		    !lies_in(b.n, o->section[i].sh_offset, o->section[i].sh_size))
			return false;
	const Elf64_Shdr *names = &o->section[o->head.e_shstrndx];
	o->names = (const char *)b.at + names->sh_offset;
	o->nnames = names->sh_size;
	return o->nnames && o->names[o->nnames - 1] == 0;
}

static bool holds_code(const struct object *o, u32 i) {
	u32 name = o->section[i].sh_name;
	return o->section[i].sh_type != SHT_NOBITS && name < o->nnames &&
	       (strcmp(o->names + name, ".nv_fatbin") == 0 ||
	        strcmp(o->names + name, "__nv_relfatbin") == 0);
}

static int by_offset(const void *x, const void *y) {
	const Elf64_Shdr *a = *(Elf64_Shdr *const *)x, *b = *(Elf64_Shdr *const *)y;
	int c = (a->sh_offset > b->sh_offset) - (a->sh_offset < b->sh_offset);
	return c ? c : (a > b) - (a < b);
}

/* Puts the sections of a relocatable object one after the other in the order of the file.
 */
static struct bytes pack_object(struct arena *a, struct bytes b, struct object *o) {
	struct bytes out = {arena_array(a, u8, b.n + 64 * (size_t)o->head.e_shnum + 64),
	                    sizeof o->head};
	Elf64_Shdr **order = arena_array(a, Elf64_Shdr *, o->head.e_shnum);
	for (u32 i = 0; i < o->head.e_shnum; i++)
		order[i] = &o->section[i];
	qsort(order, o->head.e_shnum, sizeof *order, by_offset);
	for (u32 i = 0; i < o->head.e_shnum; i++) {
		Elf64_Shdr *s = order[i];
		if (s->sh_type == SHT_NULL)
			continue;
		u64 align = s->sh_addralign > 1 ? MIN(s->sh_addralign, 64) : 1;
		out.n = (out.n + align - 1) / align * align;
		u64 from = s->sh_offset;
		s->sh_offset = out.n;
		if (s->sh_type == SHT_NOBITS)
			continue;
		memcpy(out.at + out.n, b.at + from, s->sh_size);
		out.n += s->sh_size;
	}
	out.n = alignup(out.n, 8);
	o->head.e_shoff = out.n;
	memcpy(out.at, &o->head, sizeof o->head);
	memcpy(out.at + out.n, o->section, o->head.e_shnum * sizeof *o->section);
	out.n += o->head.e_shnum * sizeof *o->section;
	return out;
}

/* Executables and shared libraries keep their size: their parts have addresses. */
static bool prune_object(struct arena *a, struct bytes *b) {
	struct object o;
	bool any = false;
	if (!open_object(a, *b, &o))
		return false;
	for (u32 i = 0; i < o.head.e_shnum; i++) {
		if (!holds_code(&o, i))
			continue;
		size_t n = prune_section(b->at + o.section[i].sh_offset,
		                         o.section[i].sh_size);
		if (o.head.e_type == ET_REL)
			o.section[i].sh_size = n;
		any = true;
	}
	if (any && o.head.e_type == ET_REL)
		*b = pack_object(a, *b, &o);
	return true;
}

/* ---- libraries ---- */

struct member {
	size_t old, now; /* where its head is */
};

/* The index has big-endian offsets of heads; each member is found by bisection. */
static void move_index(u8 *index, size_t n, const struct member *m, u32 nmember) {
	u32 count = n >= 4 ? (u32)index[0] << 24 | index[1] << 16 | index[2] << 8 |
	                             index[3]
	                   : 0;
	for (u32 i = 0; i < count && 8 + 4 * (size_t)i <= n; i++) {
		u8 *p = index + 4 + 4 * (size_t)i;
		size_t old = (size_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
		u32 low = 0, high = nmember;
		while (low < high) {
			u32 mid = (low + high) / 2;
			if (m[mid].old < old)
				low = mid + 1;
			else
				high = mid;
		}
		if (low == nmember || m[low].old != old)
			continue;
		for (u32 k = 0; k < 4; k++)
			p[k] = (u8)(m[low].now >> (24 - 8 * k));
	}
}

static u64 member_size(const u8 *head) {
	char digits[11] = "";
	memcpy(digits, head + 48, 10);
	return strtoull(digits, NULL, 10);
}

static bool prune_library(struct arena *a, struct bytes *b) {
	struct bytes out = {arena_array(a, u8, b->n + b->n / 8 + 4096), AR_MAGIC};
	VEC(struct member) member = {0};
	size_t index = 0, nindex = 0;
	memcpy(out.at, b->at, AR_MAGIC);
	for (size_t i = AR_MAGIC; i + AR_HEAD <= b->n;) {
		u8 *head = b->at + i;
		u64 size = member_size(head);
		if (size > b->n - i - AR_HEAD)
			return false;
		struct bytes one = {head + AR_HEAD, size};
		bool special = head[0] == '/' && (head[1] == ' ' || head[1] == '/');
		if (!special && input_kind_of(one.at, one.n) == INPUT_OBJECT) {
			one.at = arena_copy(a, one.at, one.n, 8);
			if (!prune_object(a, &one))
				return false;
		}
		if (head[0] == '/' && head[1] == ' ') {
			index = out.n + AR_HEAD;
			nindex = size;
		}
		vec_push(a, &member, (struct member){i, out.n});
		memcpy(out.at + out.n, head, AR_HEAD);
		char digits[24];
		int n = snprintf(digits, sizeof digits, "%-10zu", one.n);
		memcpy(out.at + out.n + 48, digits, (size_t)MIN(n, 10));
		memcpy(out.at + out.n + AR_HEAD, one.at, one.n);
		out.n += AR_HEAD + one.n;
		if (out.n & 1)
			out.at[out.n++] = '\n';
		i += AR_HEAD + size + (size & 1);
	}
	if (index)
		move_index(out.at + index, nindex, member.at, member.n);
	*b = out;
	return true;
}

static bool prune(struct arena *a, struct bytes *b) {
	switch (input_kind_of(b->at, b->n)) {
	case INPUT_FATBIN: b->n = prune_container(b->at, b->n); return b->n != 0;
	case INPUT_OBJECT: return prune_object(a, b);
	case INPUT_LIBRARY: return prune_library(a, b);
	default: return false;
	}
}

/* ---- the command ---- */

static int prune_file(struct arena *a, const char *path, bool alone) {
	struct bytes b;
	char *text = command_file(&command, a, path, &b.n);
	if (!text)
		return command.failure;
	b.at = (u8 *)text;
	if (!prune(a, &b))
		return command_fail(
			&command,
			"Input file '%s' is no object, library or container, or "
			"it is damaged",
			path);
	const char *slash = strrchr(path, '/');
	const char *to = alone && set.output
	                         ? set.output
	                         : arena_printf(a, "pruned_%s", slash ? slash + 1 : path);
	return command_write(&command, to, b.at, b.n) ? 0 : command.failure;
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct texts files = {0};
	char help[] = "--help", *only_help[] = {argv[0], help};
	int status = argc > 1 ? command_read(&command, &a, argc, argv, &files)
	                      : command_read(&command, &a, 2, only_help, &files);
	if (status == COMMAND_GOES_ON)
		status = read_targets(&a);
	if (status == 0 && argc > 1 && !files.n && targets.n)
		status = command_fail(&command, "No input files specified");
	if (status == 0 && files.n > 1 && set.output)
		status = command_fail(&command, "--output-file is for one input file");
	for (u32 i = 0; i < files.n && status == 0; i++)
		status = prune_file(&a, files.at[i], files.n == 1);
	arena_drop(&a);
	return status;
}
