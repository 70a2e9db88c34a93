/* errno.h - nothing: errors of the C library are the host's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

