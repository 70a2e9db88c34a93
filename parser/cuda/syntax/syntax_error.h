/* syntax_error.h - the reports of text that the grammar does not take.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parser.h"

/* Reports what bison says itself: only "memory exhausted" comes here. */
void cu_error(struct loc *loc, struct cu_parser *p, const char *text);
void cu_syntax_error(struct cu_parser *p, int found, struct loc loc,
                     const bool expected[CU_FILTER_LIMIT]);
