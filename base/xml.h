/* xml.h - reads small XML documents: elements and text. No attributes, no document types,
 * no namespaces.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct xml_node {
	const char *name, *text; /* text: of all pieces between its children, without
	                            blanks around it */
	struct xml_node *first, *next;
	u32 line;
};

struct xml_error {
	u32 line;
	char text[160];
};

/* Returns the root, all in the arena; NULL after an error, which *e describes. */
struct xml_node *xml_parse(struct arena *a, const char *text, size_t len,
                           struct xml_error *e);
const struct xml_node *xml_child(const struct xml_node *n, const char *name);
