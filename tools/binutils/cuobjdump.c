/* cuobjdump.c - cuobjdump: device code in executables, objects, libraries and fat
 * binaries. It lists and extracts all of it, and shows PTX; it has no disassembler for
 * machine code of GPUs.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/handles/fatbin_write.h"
#include "runtime/handles/input.h"
#include "tools/binutils/command.h"

enum { FLAG_PACKED = 0x2000 | 0x8000 };

static struct {
	bool all, ptx, list_ptx, list_elf;
	struct texts extract_ptx, extract_elf, functions;
	const char *arch;
} set;

static const char no_machine_code[] =
	"it reads machine code of GPUs, which only NVIDIA's tool does";

static const struct command_option options[] = {
	{"all-fatbin", "all", COMMAND_FLAG, NULL,
         "Takes relocatable code, too, where there is code that is ready to run.",
         &set.all, NULL},
	{"dump-elf", "elf", COMMAND_REFUSED, NULL, NULL, NULL, no_machine_code},
	{"dump-elf-symbols", "symbols", COMMAND_REFUSED, NULL, NULL, NULL,
         no_machine_code},
	{"dump-ptx", "ptx", COMMAND_FLAG, NULL, "Prints the PTX.", &set.ptx, NULL},
	{"dump-resource-usage", "res-usage", COMMAND_REFUSED, NULL, NULL, NULL,
         "it reads machine code of GPUs; ptxas -v tells what PTX needs"},
	{"dump-sass", "sass", COMMAND_REFUSED, NULL, NULL, NULL, no_machine_code},
	{"extract-elf", "xelf", COMMAND_LIST, "<partial file name>,...",
         "Writes the machine code whose names contain one of these, or all.",
         &set.extract_elf, NULL},
	{"extract-ptx", "xptx", COMMAND_LIST, "<partial file name>,...",
         "Writes the PTX texts whose names contain one of these, or all.",
         &set.extract_ptx, NULL},
	{"extract-text", "xtext", COMMAND_REFUSED, "<partial file name>,...", NULL, NULL,
         no_machine_code},
	{"function", "fun", COMMAND_LIST, "<function name>,...",
         "Prints PTX texts that define one of these kernels, by mangled name.",
         &set.functions, NULL},
	{"function-index", "findex", COMMAND_REFUSED, "<function index>", NULL, NULL,
         no_machine_code},
	{"gpu-architecture", "arch", COMMAND_TEXT, "<sm_NN>",
         "Looks only at code for this architecture.", &set.arch, NULL},
	{"list-elf", "lelf", COMMAND_FLAG, NULL, "Lists the machine code.", &set.list_elf,
         NULL},
	{"list-ptx", "lptx", COMMAND_FLAG, NULL, "Lists the PTX texts.", &set.list_ptx,
         NULL},
	{"list-text", "ltext", COMMAND_REFUSED, NULL, NULL, NULL, no_machine_code},
	{"sort-functions", "sort", COMMAND_REFUSED, NULL, NULL, NULL, no_machine_code},
};

static const struct command command = {
	.program = "cuobjdump",
	.usage = "cuobjdump [options] <file>",
	.purpose = "device code in executables, objects and libraries",
	.option = options,
	.noption = countof(options),
	.failure = 1,
};

/* ---- entries ------------------------------------------------------------------------ */

struct entry {
	const char *member;
	struct fatbin_entry e;
	const char *name; /* v.1.sm_90.ptx */
	bool is_elf;
};

struct dump {
	struct arena *a;
	const char *path, *stem;
	VEC(struct entry) entry;
	u32 nptx, nelf;
	int status;
};

/* The name of the file without folders and without what follows the first dot. */
static const char *stem_of(struct arena *a, const char *path) {
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	return arena_strdup(a, name, strcspn(name, "."));
}

static bool is_wanted(const struct fatbin_entry *e) {
	return !set.arch || (u32)strtoul(set.arch + strlen("sm_"), NULL, 10) == e->sm;
}

static void note(void *ctx, const char *member, const struct fatbin_entry *e) {
	struct dump *d = ctx;
	struct entry n = {.member = member, .e = *e, .is_elf = e->kind != FATBIN_PTX};
	if (!is_wanted(e))
		return;
	n.name = arena_printf(d->a, "%s.%u.sm_%u.%s", d->stem,
	                      n.is_elf ? ++d->nelf : ++d->nptx, e->sm,
	                      n.is_elf ? "cubin" : "ptx");
	vec_push(d->a, &d->entry, n);
}

/* A library's members are named as they come. */
static void show_member(const struct dump *d, const struct entry *n,
                        const char **member) {
	if (n->member && (!*member || strcmp(n->member, *member) != 0))
		printf("\nmember %s:%s:\n", d->path, n->member);
	*member = n->member;
}

/* ---- dumps -------------------------------------------------------------------------- */

static u16 half_at(const struct fatbin_entry *e, u32 place) {
	u16 v;
	memcpy(&v, e->payload - e->head_bytes + place, sizeof v);
	return v;
}

static const char *host_of(u64 flags) {
	return flags & FATBIN_LINUX     ? "linux"
	       : flags & FATBIN_MAC     ? "mac"
	       : flags & FATBIN_WINDOWS ? "windows"
	                                : "unknown";
}

static void show_head(struct dump *d, const struct entry *n) {
	static const char *const kinds[] = {"elf", "ptx"};
	const char *source = input_entry_name(d->a, &n->e);
	const char *title = n->e.kind == FATBIN_LTO      ? "ltoir"
	                    : n->e.kind == FATBIN_NATIVE ? "host"
	                                                 : kinds[!n->is_elf];
	printf("\nFatbin %s code:\n================\narch = sm_%u\n"
	       "code version = [%u,%u]\nhost = %s\ncompile_size = %s\n",
	       title, n->e.sm, half_at(&n->e, 26), half_at(&n->e, 24),
	       host_of(n->e.flags), n->e.flags & FATBIN_64BIT ? "64bit" : "32bit");
	if (*source)
		printf("identifier = %s\n", source);
	if (n->e.flags & FATBIN_DEBUG)
		puts("has debug info");
	if (n->e.flags & FLAG_PACKED)
		puts("compressed");
	if (!n->is_elf)
		printf("ptxasOptions = %s\n", input_entry_options(d->a, &n->e));
}

static const char *text_of(struct dump *d, const struct entry *n, size_t *size) {
	const char *text = fatbin_text(d->a, &n->e, size);
	if (!text)
		d->status = command_fail(&command, "'%s' is damaged: %s", d->path,
		                         n->name);
	return text;
}

/* Checks whether the text has a kernel of this name: ".entry NAME", and no more letters.
 */
static bool has_kernel(const char *text, size_t size, const char *name) {
	static const char word[] = ".entry";
	const char *end = text + size;
	for (const char *at = text;
	     (at = memmem(at, (size_t)(end - at), word, sizeof word - 1));) {
		at += sizeof word - 1;
		while (at < end && (*at == ' ' || *at == '\t' || *at == '\n'))
			at++;
		size_t n = 0;
		while (at + n < end && !strchr(" \t\r\n(;{", at[n]))
			n++;
		if (n == strlen(name) && memcmp(at, name, n) == 0)
			return true;
	}
	return false;
}

static bool is_chosen(const char *text, size_t size) {
	text_each (name, &set.functions)
		if (has_kernel(text, size, *name))
			return true;
	return !set.functions.n;
}

static void show_text(struct dump *d, const struct entry *n) {
	size_t size;
	const char *text = text_of(d, n, &size);
	if (text && is_chosen(text, size))
		printf("\n%.*s\n", (int)size, text);
}

static void show_all(struct dump *d) {
	const char *member = NULL;
	vec_each (struct entry, n, &d->entry) {
		show_member(d, n, &member);
		show_head(d, n);
		if (set.ptx && !n->is_elf)
			show_text(d, n);
	}
}

/* ---- lists and files ---------------------------------------------------------------- */

static void list(struct dump *d, bool is_elf, u32 n) {
	const char *kind = is_elf ? "ELF" : "PTX", *member = NULL;
	u32 i = 0;
	if (!n)
		fprintf(stderr,
		        "cuobjdump info    : No %s file found to extract from '%s'.%s\n",
		        kind, d->path, set.all ? "" : " You may try with -all option.");
	vec_each (struct entry, e, &d->entry)
		if (e->is_elf == is_elf) {
			show_member(d, e, &member);
			printf("%s file %4u: %s\n", kind, ++i, e->name);
		}
}

static bool is_named(const struct texts *names, const char *name) {
	text_each (part, names)
		if (strcmp(*part, "all") == 0 || strstr(name, *part))
			return true;
	return false;
}

static void extract(struct dump *d, const struct texts *names, bool is_elf) {
	u32 i = 0;
	vec_each (struct entry, n, &d->entry) {
		size_t size;
		if (n->is_elf != is_elf || !is_named(names, n->name))
			continue;
		const char *bytes = text_of(d, n, &size);
		if (!bytes || !command_write(&command, n->name, bytes, size)) {
			d->status = command.failure;
			return;
		}
		printf("Extracting %s %4u: %s\n",
		       is_elf ? "ELF file" : "PTX file and ptxas options", ++i,
		       is_elf ? n->name
		              : arena_printf(d->a, "%s -arch=sm_%u %s", n->name, n->e.sm,
		                             input_entry_options(d->a, &n->e)));
	}
}

static int run(struct arena *a, const struct texts *files) {
	size_t size;
	if (files->n != 1)
		return command_fail(&command, "One input file is needed, not %u",
		                    files->n);
	if (set.arch && strncmp(set.arch, "sm_", 3) != 0)
		return command_fail(
			&command,
			"Value '%s' is not defined for option 'gpu-architecture'",
			set.arch);
	struct dump d = {.a = a, .path = files->at[0], .stem = stem_of(a, files->at[0])};
	char *bytes = command_file(&command, a, d.path, &size);
	if (!bytes)
		return command.failure;
	enum input_kind kind = input_kind_of(bytes, size);
	input_entries(a, kind, bytes, size, set.all, note, &d);
	if (!d.entry.n && kind != INPUT_CUBIN) {
		fprintf(stderr,
		        "cuobjdump info    : File '%s' does not contain device code\n",
		        d.path);
		return 255;
	}
	if (set.extract_ptx.n || set.extract_elf.n) {
		extract(&d, &set.extract_elf, true);
		extract(&d, &set.extract_ptx, false);
	} else if (set.list_elf || set.list_ptx) {
		if (set.list_elf)
			list(&d, true, d.nelf);
		if (set.list_ptx)
			list(&d, false, d.nptx);
	} else {
		show_all(&d);
	}
	return fflush(stdout) ? command_fail(&command, "Could not write") : d.status;
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct texts files = {0};
	char help[] = "--help", *only_help[] = {argv[0], help};
	int status = argc > 1 ? command_read(&command, &a, argc, argv, &files)
	                      : command_read(&command, &a, 2, only_help, &files);
	if (status == COMMAND_GOES_ON)
		status = run(&a, &files);
	arena_drop(&a);
	return status;
}
