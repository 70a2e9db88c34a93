/* doc.h - descriptions of instructions (doc.def).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The text for a mnemonic of the tables ("add", "cp.async.bulk"), of static lifetime;
 * NULL if it is none. */
const char *doc_of(const char *mnemonic);
