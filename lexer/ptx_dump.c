/* ptx_dump.c - the tokens of a PTX text as text or JSON, for --dump=tokens.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/plain.h"
#include "lexer/ptx.h"

/* "name", "'+'", ".reg". */
static const char *kind_text(int token, char buffer[4]) {
	static const char *const name[] = {
#define PTX_TOKEN(name, text) text,
#include "lexer/ptx_token.def"
#undef PTX_TOKEN
	};
	u32 i = (u32)(token - PTX_UNDEF - 1);
	if (token == PTX_ERROR)
		return "error";
	if (token > PTX_UNDEF && i < countof(name))
		return name[i];
	buffer[0] = (char)token;
	buffer[1] = 0;
	return buffer;
}

static void put_text(struct json_out *j, FILE *out, const struct source_file *file,
                     const struct sources *s, int token, struct loc loc) {
	char buffer[4];
	const char *kind = kind_text(token, buffer),
		   *text = file->text + (loc.start - file->base);
	u32 len = loc.end - loc.start;
	struct source_pos pos = source_pos(s, loc.start);
	if (j) {
		json_open(j, NULL, '{');
		json_text(j, "kind", kind);
		json_text_n(j, "text", text, len);
		json_number(j, "line", pos.line);
		json_number(j, "column", pos.column);
		json_close(j, '}');
		return;
	}
	fprintf(out, "%u:%u %s", pos.line, pos.column, kind);
	if (strlen(kind) != len || memcmp(kind, text, len) != 0) {
		fputc(' ', out);
		plain_put(out, text, len, "");
	}
	fputc('\n', out);
}

void ptx_tokens_dump(struct strtab *names, struct diag *d, const struct sources *s,
                     const struct source_file *file, bool json, FILE *out) {
	struct ptx_lexer lx;
	struct json_out j = {.out = out};
	union ptx_value value;
	struct loc loc;
	if (json) {
		json_open(&j, NULL, '{');
		json_text(&j, "file", file->name);
		json_open(&j, "tokens", '[');
	}
	ptx_lex_open(&lx, names, d, file);
	for (int token; (token = ptx_lex(&value, &loc, &lx)) != PTX_END;)
		put_text(json ? &j : NULL, out, file, s, token, loc);
	ptx_lex_close(&lx);
	if (!json)
		return;
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
}
