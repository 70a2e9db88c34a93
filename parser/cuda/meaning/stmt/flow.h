/* flow.h - where control may go in a function: labels, jumps, the end.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* An initialised variable, which a jump must not bypass. */
struct clive {
	struct clive *outer;
	struct cdecl *decl;
	u32 depth;
	const struct cswitch *bypassed_by; /* a switch with a label that does */
};

VEC_TYPE(clives, const struct clive *);

struct cjump {
	struct clabel *to;
	struct clive *live;
	struct loc loc;
};

struct ccase {
	s64 low, high;
	struct loc loc;
};

struct cswitch {
	struct clive *live; /* at its start */
	VEC(struct ccase) label;
	struct clives bypassed; /* what its labels leave without a value */
	bool has_default;
};

void flow_declare(struct sema *c, struct cdecl *d, bool is_initialised);
void flow_goto(struct sema *c, struct clabel *to, struct loc loc);
/* Checks, at the end of a function, every goto against its label. */
void flow_labels(struct sema *c);
void flow_case(struct sema *c, const struct cstmt *k, struct loc loc);
/* Whether a label, a case or a default is in the statement. */
bool flow_has_label(const struct cstmt *s);
/* Checks, at the end of a switch, that no value is there twice, and what its labels
 * bypass. */
void flow_switch(struct sema *c, struct loc keyword);
bool flow_falls_through(const struct cstmt *s);
/* Warns of a loop directly after a jump, or after a loop that does not end, if no label
 * is in it. */
void flow_warn_unreachable(struct sema *c, const struct cstmt *s);
