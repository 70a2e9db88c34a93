/* ctype.h - nothing: characters have classes on the host alone.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

