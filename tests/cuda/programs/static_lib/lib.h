#pragma once
#ifdef __cplusplus
extern "C"
#endif
	int *
	make_filled(int n, int value);
