/* register.h - what is appended to the assembly of a rewritten host half, so that its
 * constructor can register the file's device code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtcc/driver.h"
#include "tools/simtcc/symbol.h"

/* C++ after the host half: the constructor. */
extern const char register_constructor[];
/* Appends the container, in the file `fatbin`, and the table of entities to the assembly
 * `path`. */
bool register_append(struct cc *cc, const char *path, const char *fatbin,
                     const struct host_symbols *host, const struct cc_device_code *code);
/* Writes assembly for a container without a host half (-dlink of PTX); fatbin NULL: an
 * empty object. */
bool register_device_only(struct cc *cc, const char *path, const char *fatbin);
