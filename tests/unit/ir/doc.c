/* doc.c - every instruction of the tables is explained, and nothing else is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/isa/doc.h"
#include "ir/isa/inst.h"

static const char *const names[] = {
#define DOC(mnemonic, text) mnemonic,
#include "ir/isa/doc.def"
#undef DOC
};

static void every_instruction_is_explained(void **state) {
	(void)state;
	for (u32 i = 0; i < row_mnemonic_count(); i++)
		if (!doc_of(row_mnemonic(i)))
			fail_msg("doc.def does not have '%s'", row_mnemonic(i));
}

static void names_are_instructions_in_order(void **state) {
	(void)state;
	for (u32 i = 0; i < countof(names); i++) {
		if (!row_find(names[i], strlen(names[i])))
			fail_msg("there is no instruction '%s'", names[i]);
		if (i && strcmp(names[i - 1], names[i]) >= 0)
			fail_msg("'%s' stands after '%s'", names[i], names[i - 1]);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_instruction_is_explained),
		cmocka_unit_test(names_are_instructions_in_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
