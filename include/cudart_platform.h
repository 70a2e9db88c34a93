/* cudart_platform.h - what the platform has beside CUDA: no EGL.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __CUDART_PLATFORM_H__

#define isEglSupported 0
