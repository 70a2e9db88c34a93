/* register.c - the table of a file's device code, as assembly.
 *
 *   .nv_fatbin          the container
 *   .nvFatBinSegment    the wrapper that points to it
 *   simt_rdc            with -rdc: a pointer to the container; the linker collects those
 *                       of all files
 *   __simt_this_module  what to register, a struct __simt_module of simt/host_stub.h
 *
 * With -rdc each device function and variable that other files may use has a symbol
 * __simt_device.NAME here, and each use of one refers to it. So the host's linker finds
 * the files that device code needs, in archives too, and reports what is not defined.
 *
 * Where the tree has a library of LLVM of its own (backend/llvm/engine/shipped.h), the
 * symbol __simt_llvm_library says where: a program that has the runtime inside does not
 * know the tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/register.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "ir/lower/compile.h"

const char register_constructor[] =
	"\n# 1 \"<simtcc>\" 3\n"
	"extern \"C\" { extern const struct __simt_module __simt_this_module "
	"__attribute__((__visibility__(\"hidden\"))); }\n"
	"static void **__simt_handle;\n"
	"static void __attribute__((__constructor__(102))) __simt_constructor() "
	"{ __simt_handle = __simt_register(&__simt_this_module); }\n"
	"static void __attribute__((__destructor__(102))) __simt_destructor() "
	"{ __simt_unregister(__simt_handle); }\n";

/* ---- names that other files may use ---- */

/* Whether simt provides the function. */
static bool is_builtin(const char *name, size_t len) {
	static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail"};
	for (u32 i = 0; i < countof(known); i++)
		if (strlen(known[i]) == len && memcmp(known[i], name, len) == 0)
			return true;
	return (len > 4 && memcmp(name, "cuda", 4) == 0) ||
	       (len > 10 && memcmp(name, "__cudaCDP2", 10) == 0);
}

static bool starts(const char *s, const char *end, const char *word) {
	size_t n = strlen(word);
	return (size_t)(end - s) > n && memcmp(s, word, n) == 0 && isspace((u8)s[n]);
}

static bool is_name(char c) {
	return isalnum((u8)c) || c == '_' || c == '$' || c == '%';
}

/* Returns the name that a directive declares: of a function the word before its
 * parameters, of a variable the last word before [, = or ;. */
static const char *declared_name(const char *s, const char *end, size_t *len) {
	const char *func = memmem(s, (size_t)(end - s), ".func", 5), *name = NULL;
	*len = 0;
	if (func) {
		for (s = func + 5; s < end && isspace((u8)*s); s++)
			;
		if (s < end && *s == '(')
			s = memchr(s, ')', (size_t)(end - s));
	}
	for (; s && s < end && !strchr("[=;(", *s); s++) {
		if (!is_name(*s) || (s > name && name && s < name + *len))
			continue;
		if (s[-1] == '.' ||
		    (isdigit((u8)*s) && !is_name(s[-1]))) { /* .u32, .align 4 */
			while (s + 1 < end && is_name(s[1]))
				s++;
			continue;
		}
		for (name = s, *len = 0; s < end && is_name(*s); s++)
			++*len;
		s--;
	}
	return *len ? name : NULL;
}

static void link_name(FILE *f, const char *s, const char *end, bool is_definition,
                      bool weak) {
	size_t len;
	const char *name = declared_name(s, end, &len);
	if (!name || is_builtin(name, len))
		return;
	int n = (int)len;
	if (!is_definition)
		fprintf(f, "\t.8byte __simt_device.%.*s\n", n, name);
	else
		fprintf(f,
		        "\t%s __simt_device.%.*s\n\t.hidden "
		        "__simt_device.%.*s\n__simt_device.%.*s:\n",
		        weak ? ".weak" : ".globl", n, name, n, name, n, name);
}

/* Writes a symbol, defined or used, for each line that begins with .extern, .visible,
 * .weak or .common. */
static void link_names(FILE *f, const char *ptx, size_t size) {
	const char *end = ptx + size;
	fputs("\t.section .data.rel.ro.simt_names,\"aw\"\n\t.balign 8\n", f);
	for (const char *s = ptx, *next; s < end; s = next) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		next = stop ? stop + 1 : end;
		bool ext = starts(s, end, ".extern"), weak = starts(s, end, ".weak");
		if (!ext && !weak && !starts(s, end, ".visible") &&
		    !starts(s, end, ".common"))
			continue;
		/* the end of the directive, perhaps lines later */
		const char *finish = s;
		while (finish < end && !strchr(";{", *finish))
			finish++;
		if (memmem(s, (size_t)(finish - s), ".entry", 6))
			continue;
		/* a launch provides dynamic shared memory, not another file */
		if (ext && memmem(s, (size_t)(finish - s), ".shared", 7))
			continue;
		/* a prototype before its definition ends with a semicolon, too */
		bool is_func = memmem(s, (size_t)(finish - s), ".func", 5) != NULL;
		if (is_func && !ext && finish < end && *finish == ';')
			continue;
		link_name(f, s, finish < end ? finish + 1 : end, !ext, weak);
	}
	fputs("\t.8byte 0\n", f);
}

/* ---- the table ---- */

static void put_string(FILE *f, const char *s) {
	for (; *s; s++)
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else
			fputc(*s, f);
}

static void put_container(FILE *f, const char *fatbin, bool rdc) {
	fputs("\n\t.section .nv_fatbin,\"a\"\n\t.balign 8\n.Lsimt_fatbin:\n\t.incbin \"",
	      f);
	put_string(f, fatbin);
	fputs("\"\n\t.section .nvFatBinSegment,\"aw\"\n\t.balign 8\n.Lsimt_wrapper:\n"
	      "\t.4byte 0x466243b1, 1\n\t.8byte .Lsimt_fatbin, 0\n",
	      f);
	if (rdc)
		fputs("\t.section simt_rdc,\"aw\"\n\t.balign 8\n\t.8byte .Lsimt_fatbin\n",
		      f);
}

struct entity {
	const char *host, *name;
	u32 kind;
	u64 size;
	bool is_local, is_weak;
};
VEC_TYPE(entities, struct entity);

/* Lists the kernels and variables to register. A managed variable's pointer is defined
 * here; the others have the symbols of the host half. Those without one are left out: the
 * host half never uses them. */
static struct entities find_entities(struct cc *cc, const struct host_symbols *host,
                                     const struct cc_device_code *code) {
	struct entities out = {0};
	vec_each (struct cc_device_symbol, s, &code->symbol) {
		const char *name = s->kind == CUDA_VAR_MANAGED
		                           ? host_symbol_plain(&cc->arena, s->host_name)
		                           : host_symbol_find(&cc->arena, host,
		                                              s->host_name);
		if (name && !s->is_extern)
			vec_push(&cc->arena, &out,
			         (struct entity){name, s->device_name, s->kind, s->size,
			                         s->is_local, s->is_weak});
	}
	return out;
}

/* Warns of stubs without a kernel: code between #if and #endif that only the host half
 * has, which nvcc takes, too. A launch of one fails. */
static void warn_of_stubs(struct cc *cc, const struct host_symbols *host,
                          const struct entities *e) {
	struct strtab kernel;
	strtab_init(&kernel, &cc->arena);
	vec_each (struct entity, x, e)
		if (x->kind == CUDA_KERNEL)
			str_intern(&kernel, x->host, strlen(x->host));
	text_each (stub, &host->stub)
		if (!str_find(&kernel, *stub, strlen(*stub)))
			cc_warning(cc,
			           "%s: the kernel '%s' is not in the device half; "
			           "launches of it will fail",
			           cc->source, *stub);
}

static void put_managed(FILE *f, const struct entities *e, bool rdc) {
	fputs("\t.bss\n\t.balign 8\n", f);
	vec_each (struct entity, x, e) {
		if (x->kind != CUDA_VAR_MANAGED)
			continue;
		if (rdc && !x->is_local)
			fprintf(f, "\t%s %s\n\t.hidden %s\n",
			        x->is_weak ? ".weak" : ".globl", x->host, x->host);
		fprintf(f, "%s:\n\t.8byte 0\n", x->host);
	}
}

static void put_table(FILE *f, const struct entities *e, bool rdc) {
	fputs("\t.section .rodata.simt_names,\"a\"\n", f);
	for (u32 i = 0; i < e->n; i++)
		fprintf(f, ".Lsimt_name%u:\n\t.asciz \"%s\"\n", i, e->at[i].name);
	fprintf(f,
	        "\t.section .data.rel.ro.simt_module,\"aw\"\n\t.balign "
	        "8\n__simt_this_module:\n"
	        "\t.8byte .Lsimt_wrapper\n\t.8byte %s\n\t.8byte %u\n",
	        rdc ? "__start_simt_rdc, __stop_simt_rdc" : "0, 0", e->n);
	for (u32 i = 0; i < e->n; i++)
		fprintf(f, "\t.8byte %u, %llu, %s, .Lsimt_name%u\n", e->at[i].kind,
		        (unsigned long long)e->at[i].size, e->at[i].host, i);
	if (rdc)
		fputs("\t.hidden __start_simt_rdc\n\t.hidden __stop_simt_rdc\n", f);
}

/* All files of a program say the same, and one of them is kept. */
static void put_shipped(struct cc *cc, FILE *f) {
	char path[PATH_MAX];
	if (!cc->top ||
	    !realpath(arena_printf(&cc->arena, "%s/../libsimt-llvm.so", cc->top), path))
		return;
	fputs("\t.section .rodata.simt_llvm,\"a\"\n\t.weak __simt_llvm_library\n"
	      "\t.hidden __simt_llvm_library\n__simt_llvm_library:\n\t.asciz \"",
	      f);
	put_string(f, path);
	fputs("\"\n", f);
}

static bool finish(FILE *f, const char *path) {
	bool ok = !ferror(f);
	if (fclose(f) == 0 && ok)
		return true;
	cc_error("cannot write '%s': %s", path, strerror(errno));
	return false;
}

bool register_append(struct cc *cc, const char *path, const char *fatbin,
                     const struct host_symbols *host, const struct cc_device_code *code) {
	bool rdc = cc_true(cc->set.rdc, false);
	struct entities e = find_entities(cc, host, code);
	warn_of_stubs(cc, host, &e);
	FILE *f = fopen(path, "a");
	if (!f) {
		cc_error("cannot write '%s': %s", path, strerror(errno));
		return false;
	}
	put_container(f, fatbin, rdc);
	put_managed(f, &e, rdc);
	put_table(f, &e, rdc);
	put_shipped(cc, f);
	if (rdc)
		link_names(f, code->ptx, code->size);
	return finish(f, path);
}

bool register_device_only(struct cc *cc, const char *path, const char *fatbin) {
	if (cc->set.dryrun)
		return true;
	FILE *f = fopen(path, "w");
	if (!f) {
		cc_error("cannot write '%s': %s", path, strerror(errno));
		return false;
	}
	if (fatbin)
		put_container(f, fatbin, true);
	fputs("\t.section .note.GNU-stack,\"\"\n", f);
	return finish(f, path);
}
