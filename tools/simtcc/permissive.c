/* permissive.c - members that change what a name of their class means, as in
 * `struct S { X<int> X; };`. nvcc's front end accepts them, GCC does not:
 * [basic.scope.class] asks for no message. Where a host compilation has only such errors,
 * it is done again with the option that makes warnings of them. That option accepts other
 * errors, too, and these stay errors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/driver.h"
#include "tools/simtcc/host_message.h"

static bool changes_meaning(const struct host_record *h) {
	return strncmp(h->at.text, "declaration of '", 16) == 0 &&
	       (strstr(h->at.text, "' changes meaning of '") ||
	        strstr(h->at.text, "' changes the meaning of '"));
}

static void read_records(struct cc *cc, struct child *c, struct host_records *out) {
	char *text = cc_kept_messages(cc, c);
	if (text)
		host_messages_read(&cc->arena, text, out);
}

/* Returns the option that accepts such members: GCC 13 has one for them alone. NULL if
 * something else is wrong, or nothing. */
static const char *option_for(struct cc *cc, struct child *c) {
	struct host_records records = {0};
	const char *option = NULL;
	read_records(cc, c, &records);
	vec_each (struct host_record, h, &records) {
		if (h->severity != DIAG_ERROR)
			continue;
		if (!h->option || !changes_meaning(h))
			return NULL;
		option = strcmp(h->option, "-fpermissive") == 0 ? "-fpermissive"
		                                                : "-Wno-changes-meaning";
	}
	return option;
}

static bool is_about_warnings(const char *word) {
	return strcmp(word, "-w") == 0 || strcmp(word, "-Werror") == 0;
}

struct texts cc_permissive_command(struct cc *cc, struct child *c,
                                   const struct texts *command) {
	struct texts t = {0};
	const char *option = option_for(cc, c);
	if (!option)
		return t;
	cc->makes_errors = false;
	text_each (word, command) {
		cc->makes_errors |= strcmp(*word, "-Werror") == 0;
		if (!is_about_warnings(*word))
			cc_add(cc, &t, *word);
	}
	cc_add(cc, &t, option);
	return t;
}

bool cc_permits(const struct cc *cc, struct host_record *h) {
	if (h->severity != DIAG_WARNING)
		return true;
	if (changes_meaning(h))
		return false;
	if (cc->makes_errors || (h->option && strcmp(h->option, "-fpermissive") == 0))
		h->severity = DIAG_ERROR;
	return true;
}

bool cc_refuses_more(struct cc *cc, struct child *c) {
	struct host_records records = {0};
	read_records(cc, c, &records);
	vec_each (struct host_record, h, &records)
		if (cc_permits(cc, h) && h->severity == DIAG_ERROR)
			return true;
	return false;
}
