// It includes the reference.
// expects: include
// SPDX-License-Identifier: Apache-2.0
#include "../add.cu"
