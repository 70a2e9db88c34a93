/* passes.c - what each pass of the optimiser changed in a kernel, as differences that fold out. Of CUDA C++ these are
 * the passes that made the PTX of the page; of a PTX text, those that would run with --optimize.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tools/page/page.h"

void page_find_passes(struct page *p, const char *path) {
	char *text = NULL;
	size_t len = 0;
	if (p->run->set.passes) {
		p->passes = json_load_file(p->run->set.passes, 0, NULL);
		return;
	}
	FILE *out = open_memstream(&text, &len);
	if (!out)
		return;
	write_changes(p->run, path, "json", out);
	fclose(out);
	p->passes = json_loadb(arena_adopt(p->arena, text, len), len, 0, NULL);
}

static const json_t *function_of(const struct page *p, const char *name) {
	const json_t *f;
	size_t i;
	json_array_foreach(json_object_get(p->passes, "functions"), i, f) {
		const char *s = json_string_value(json_object_get(f, "name"));
		if (s && strcmp(s, name) == 0)
			return f;
	}
	return NULL;
}

static size_t bytes_of(const json_t *lines) {
	size_t n = 0, i;
	const json_t *l;
	json_array_foreach(lines, i, l) n += json_string_length(l) + 12;
	return n;
}

static bool has_room(struct page *p, size_t share, size_t *used, size_t n) {
	if (*used + n > share || p->room[PAGE_PASSES] < n)
		return false;
	*used += n;
	p->room[PAGE_PASSES] -= n;
	return true;
}

static void put_line(struct page *p, const char *s) {
	static const char *const tag[] = {"ins", "del", "b"};
	const char *kind = *s ? strchr("+-@", *s) : NULL;
	const char *name = kind ? tag[*s == '+' ? 0 : *s == '-' ? 1 : 2] : NULL;
	if (name)
		fprintf(p->out, "<%s>", name);
	page_string(p->out, *s == '@' ? s + 1 : s);
	if (*s == '@' && !s[1])
		fputs("start", p->out);
	fputs(name ? "</" : "", p->out);
	fputs(name ? name : "", p->out);
	fputs(name ? ">\n" : "\n", p->out);
}

static void put_diff(struct page *p, const json_t *pass, const char *name) {
	const json_t *lines = json_object_get(pass, "diff"), *l;
	size_t i;
	fprintf(p->out,
	        "<details class=pass><summary>%s: %lld removed, %lld "
	        "added</summary><pre>",
	        name, (long long)json_integer_value(json_object_get(pass, "removed")),
	        (long long)json_integer_value(json_object_get(pass, "added")));
	json_array_foreach(lines, i, l) put_line(p, json_string_value(l));
	fputs("</pre></details>\n", p->out);
}

static void put_text(struct page *p, const char *title, const char *text) {
	fprintf(p->out, "<details class=pass><summary>%s</summary><pre>", title);
	page_string(p->out, text);
	fputs("</pre></details>\n", p->out);
}

/* Passes that changed nothing, one behind the other, are one line. */
static void put_each(struct page *p, const json_t *passes, size_t share) {
	size_t used = 0, i;
	const json_t *pass;
	bool idle = false;
	json_array_foreach(passes, i, pass) {
		const char *name = json_string_value(json_object_get(pass, "pass"));
		const char *text = json_string_value(json_object_get(pass, "text"));
		if (!name)
			continue;
		if (!text && !json_is_true(json_object_get(pass, "changed"))) {
			fprintf(p->out, idle ? ", %s" : "<p class=note>no change: %s",
			        name);
			idle = true;
			continue;
		}
		fputs(idle ? "</p>\n" : "", p->out);
		idle = false;
		size_t n = text ? strlen(text) : bytes_of(json_object_get(pass, "diff"));
		if (!has_room(p, share, &used, n + 100))
			fprintf(p->out,
			        "<p class=note>%s: left out, so that the page stays "
			        "small; "
			        "<code>--print-changed=diff</code> has it.</p>\n",
			        text ? "the form that the passes see" : name);
		else if (text)
			put_text(p, "the form that the passes see", text);
		else
			put_diff(p, pass, name);
	}
	fputs(idle ? "</p>\n" : "", p->out);
}

void page_passes(struct page *p, const struct chapter *ch) {
	const json_t *f = function_of(p, ch->f->name->s);
	const json_t *passes = json_object_get(f, "passes");
	if (!json_array_size(passes))
		return;
	fprintf(p->out,
	        "<details class=passes><summary>Passes of the optimiser</summary>\n<p "
	        "class=note>%s "
	        "Values keep their numbers from pass to pass; each is written "
	        "once.</p>\n",
	        p->run->set.passes
	                ? "What each changed on the way from the source to the PTX."
	                : "What each would change in this text with --optimize.");
	put_each(p, passes, p->room[PAGE_PASSES] / MAX(p->left, 1u));
	fputs("</details>\n", p->out);
}
