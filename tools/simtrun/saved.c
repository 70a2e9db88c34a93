/* saved.c - see saved.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/saved.h"

#include <errno.h>

#include "base/file.h"
#include "base/xml.h"

enum { FILE_MOST = 256 << 20 };

static const char *text_at(const struct xml_node *n, const char *child) {
	n = n ? xml_child(n, child) : NULL;
	return n ? n->text : "";
}

static void print_place(const struct xml_node *where) {
	printf("%s+%s", text_at(where, "func"), text_at(where, "pc"));
	if (*text_at(where, "path"))
		printf(" in %s:%s", text_at(where, "path"), text_at(where, "line"));
	putchar('\n');
}

static void print_three(const char *before, const struct xml_node *n, const char *after) {
	printf("%s(%s,%s,%s)%s", before, text_at(n, "x"), text_at(n, "y"),
	       text_at(n, "z"), after);
}

static void print_race(const struct xml_node *what) {
	const struct xml_node *source = xml_child(what, "source");
	bool pair = strcmp(text_at(what, "text"), "Race condition") == 0;
	if (pair)
		printf("========= Error: Race reported between %s access at ",
		       text_at(source, "direction"));
	else
		printf("========= Error: %s :\n=========     %s at ",
		       text_at(what, "text"), text_at(source, "direction"));
	print_place(xml_child(source, "where"));
	for (const struct xml_node *n = what->first; n; n = n->next) {
		if (strcmp(n->name, "destination") != 0)
			continue;
		printf("=========     %s%s%s at ", pair ? "and " : "",
		       text_at(n, "direction"), pair ? " access" : "");
		print_place(xml_child(n, "where"));
	}
}

/* "Invalid __global__ write of size 4 bytes is out of bounds", of which the address has
 * its own line. */
static void print_what(const struct xml_node *what) {
	const char *text = text_at(what, "text"), *error = text_at(what, "error");
	size_t n = strlen(text), m = strlen(error) + strlen(" is ");
	if (*error && n > m && strcmp(text + n - m + strlen(" is "), error) == 0)
		n -= m;
	printf("========= %.*s\n", (int)n, text);
}

static void print_record(const struct xml_node *r) {
	const struct xml_node *what = xml_child(r, "what"), *who = xml_child(r, "who");
	const struct xml_node *where = xml_child(r, "where"),
			      *host = xml_child(r, "hostStack");
	if (what && xml_child(what, "source"))
		print_race(what);
	else if (what)
		print_what(what);
	if (where) {
		fputs("=========     at ", stdout);
		print_place(where);
	}
	if (where && who) {
		print_three("=========     by thread ", xml_child(who, "threadIdx"),
		            " in block ");
		print_three("", xml_child(who, "blockIdx"), "\n");
	}
	if (*text_at(what, "error"))
		printf("=========     Access to %s is %s\n", text_at(what, "address"),
		       text_at(what, "error"));
	if (host)
		printf("=========     Saved host backtrace up to driver entry point at "
		       "%s\n",
		       text_at(host, "saveLocation"));
	for (const struct xml_node *n = host ? host->first : NULL; n; n = n->next)
		if (strcmp(n->name, "frame") == 0)
			printf("=========         Host Frame: %s [%s] in %s\n",
			       text_at(n, "func"), text_at(n, "pc"),
			       text_at(n, "module"));
	puts("========= ");
}

static const struct xml_node *load(struct simtrun *run, const char *path,
                                   const char **why) {
	struct xml_error e;
	FILE *in = file_stream(path, FILE_MOST);
	struct stat st;
	if (!in || fstat(fileno(in), &st) != 0) {
		*why = strerror(errno);
		return NULL;
	}
	char *text = arena_alloc(&run->arena, (size_t)st.st_size + 1, 1);
	size_t len = fread(text, 1, (size_t)st.st_size, in);
	fclose(in);
	const struct xml_node *root = xml_parse(&run->arena, text, len, &e);
	if (root && strcmp(root->name, "ComputeSanitizerOutput") == 0)
		return root;
	*why = root ? "it is not a file that --xml --save has written"
	            : arena_printf(&run->arena, "line %u: %s", e.line, e.text);
	return NULL;
}

bool saved_print(struct simtrun *run, const char *path, bool *any) {
	const char *why;
	const struct xml_node *root = load(run, path, &why);
	u32 n = 0;
	if (!root) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408, "cannot read %s: %s",
		           path, why);
		return false;
	}
	puts("========= COMPUTE-SANITIZER");
	for (const struct xml_node *r = root->first; r; r = r->next)
		if (strcmp(r->name, "record") == 0) {
			print_record(r);
			n++;
		}
	printf("========= ERROR SUMMARY: %u error%s\n", n, &"s"[n == 1]);
	*any = n > 0;
	return true;
}
