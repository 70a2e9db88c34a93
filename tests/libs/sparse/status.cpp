/* status.cpp - the recorder of statuses, for the host's compiler.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../gpu/sparse/status.cu"
