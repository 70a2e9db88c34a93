/* cicc.c - the compiler of libnvvm as a program: `cicc --request` does what libnvvm asks
 * for; by hand, `cicc [options of libNVVM] FILE... [-o OUT]` makes PTX, and with
 * --emit-bitcode bitcode.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "base/vec.h"
#include "runtime/nvvm/request.h"

/* ---- requests ---------------------------------------------------------------------------- */

static struct text_stream log_stream;

static void write_reply(u32 status, const char *ptx) {
	fflush(log_stream.out);
	struct reply_head h = {.magic = REPLY_MAGIC,
	                       .status = status,
	                       .log = log_stream.len,
	                       .ptx = ptx ? strlen(ptx) : 0};
	fwrite(&h, sizeof h, 1, stdout);
	fwrite(log_stream.text, 1, log_stream.len, stdout);
	fwrite(ptx ? ptx : "", 1, h.ptx, stdout);
	fflush(stdout);
}

static void on_fatal(const char *reason) {
	fprintf(log_stream.out, "error: %s\n", reason);
	write_reply(NVPTX_COMPILATION, NULL);
	_exit(0);
}

static bool take(const char **at, const char *end, void *to, size_t size) {
	if ((size_t)(end - *at) < size)
		return false;
	memcpy(to, *at, size);
	*at += size;
	return true;
}

static bool read_request(struct arena *a, const char *at, size_t size,
                         struct nvptx_input *in) {
	struct request_head head;
	const char *end = at + size;
	if (!take(&at, end, &head, sizeof head) || head.magic != REQUEST_MAGIC ||
	    head.nmodule > size)
		return false;
	struct nvptx_module *m = arena_array(a, struct nvptx_module, head.nmodule);
	for (u32 i = 0; i < head.nmodule; i++) {
		struct request_module one;
		if (!take(&at, end, &one, sizeof one) || one.name > (size_t)(end - at) ||
		    one.size > (size_t)(end - at) - one.name)
			return false;
		m[i] = (struct nvptx_module){.name = arena_strdup(a, at, one.name),
		                             .data = at + one.name,
		                             .size = one.size,
		                             .lazy = one.lazy};
		at += one.name + one.size;
	}
	in->options = head.options;
	in->module = m;
	in->nmodule = head.nmodule;
	return true;
}

static char *read_all(struct arena *a, FILE *in, size_t *size) {
	struct text_stream s;
	FILE *out = text_open(&s);
	char buffer[1 << 16];
	size_t n;
	while ((n = fread(buffer, 1, sizeof buffer, in)) > 0)
		fwrite(buffer, 1, n, out);
	char *text = text_close(&s, a);
	*size = s.len;
	return text;
}

static int serve(struct arena *a) {
	size_t size;
	const char *ptx = NULL, *text = read_all(a, stdin, &size);
	struct nvptx_input in = {.fatal = on_fatal, .log = text_open(&log_stream)};
	if (!read_request(a, text, size, &in)) {
		fputs("cicc: the input is no request of libnvvm\n", stderr);
		return 1;
	}
	enum nvptx_status status = nvptx_compile(a, &in, &ptx);
	write_reply((u32)status, ptx);
	return 0;
}

/* ---- by hand ----------------------------------------------------------------------------- */

struct words {
	VEC(const char *) options;
	VEC(struct nvptx_module) modules;
	const char *output;
	bool bitcode, help;
};

static void say_fatal(const char *reason) {
	fprintf(stderr, "error: %s\n", reason);
	_exit(1);
}

static bool add_file(struct arena *a, struct words *w, const char *path, bool lazy) {
	size_t size;
	FILE *in = fopen(path, "rb");
	if (!in) {
		fprintf(stderr, "error: cannot read %s\n", path);
		return false;
	}
	char *text = read_all(a, in, &size);
	fclose(in);
	struct nvptx_module m = {.name = path, .data = text, .size = size, .lazy = lazy};
	vec_push(a, &w->modules, m);
	return true;
}

static bool read_words(struct arena *a, struct words *w, int argc, char **argv) {
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];
		if (strcmp(word, "-o") == 0 && i + 1 < argc)
			w->output = argv[++i];
		else if (strcmp(word, "--lazy") == 0 && i + 1 < argc) {
			if (!add_file(a, w, argv[++i], true))
				return false;
		} else if (strcmp(word, "--emit-bitcode") == 0)
			w->bitcode = true;
		else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
			w->help = true;
		else if (word[0] == '-')
			vec_push(a, &w->options, word);
		else if (!add_file(a, w, word, false))
			return false;
	}
	return true;
}

static int write_output(const struct words *w, struct arena *a, struct nvptx_input *in) {
	const char *ptx = NULL;
	if (!w->bitcode && nvptx_compile(a, in, &ptx) != NVPTX_GOOD)
		return 1;
	FILE *out = w->output ? fopen(w->output, "wb") : stdout;
	if (!out) {
		fprintf(stderr, "error: cannot write %s\n", w->output);
		return 1;
	}
	bool ok = !w->bitcode || nvptx_bitcode(a, in, out);
	if (ptx)
		fputs(ptx, out);
	return (w->output ? fclose(out) : fflush(out)) == 0 && ok ? 0 : 1;
}

static int by_hand(struct arena *a, int argc, char **argv) {
	static const char usage[] =
		"usage: cicc [options] FILE... [-o OUT]\n"
		"Makes PTX of NVVM IR (text or bitcode).\n"
		"  -arch=compute_XX  -opt=0..3  -g  -generate-line-info\n"
		"  -ftz=0|1  -fma=0|1  -prec-div=0|1  -prec-sqrt=0|1\n"
		"  --lazy FILE       of this module only what the others use, as of "
		"libdevice\n"
		"  --emit-bitcode    write the linked module instead\n";
	struct words w = {0};
	char text[OPTION_TEXT_SIZE];
	struct nvptx_input in = {.log = stderr, .fatal = say_fatal};
	if (!read_words(a, &w, argc, argv))
		return 1;
	if (w.help || w.modules.n == 0) {
		fputs(usage, w.help ? stdout : stderr);
		return w.help ? 0 : 1;
	}
	const char *why = nvvm_options(&in.options, (int)w.options.n, w.options.at, text);
	if (why) {
		fprintf(stderr, "%s\n", why);
		return 1;
	}
	in.module = w.modules.at;
	in.nmodule = w.modules.n;
	return write_output(&w, a, &in);
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	int status = argc == 2 && strcmp(argv[1], "--request") == 0
	                     ? serve(&a)
	                     : by_hand(&a, argc, argv);
	/* LLVM's objects need not be destroyed. */
	fflush(NULL);
	_exit(status);
}
