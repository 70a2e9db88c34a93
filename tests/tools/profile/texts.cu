// NVTX texts of wide characters, ranges that end in any order, and what was never begun: trace.py.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cwchar>
#include <nvtx3/nvToolsExt.h>

int main() {
	nvtxEventAttributes_t a = {};
	wchar_t longest[2000];
	for (wchar_t &c : longest)
		c = L'x';
	longest[1999] = 0;
	cudaFree(0);
	nvtxMarkW(L"plain");
	nvtxMarkW(L"gr\u00fc\u00dfe \u20ac \U0001f600");
	nvtxMarkW(longest);
	nvtxDomainHandle_t d = nvtxDomainCreateW(L"w\u00efde");
	nvtxDomainHandle_t same = nvtxDomainCreateW(L"w\u00efde");
	nvtxStringHandle_t s = nvtxDomainRegisterStringW(d, L"registered \u00e9");
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	a.message.registered = s;
	nvtxDomainMarkEx(d, &a);
	a.messageType = NVTX_MESSAGE_TYPE_UNICODE;
	a.message.unicode = L"unicode \u00e9";
	nvtxDomainMarkEx(same, &a);
	int outer = nvtxRangePushW(L"outer"), inner = nvtxRangePushW(L"inner");
	printf("%d %d\n", outer, inner);
	printf("%d", nvtxRangePop());
	printf(" %d", nvtxRangePop());
	printf(" %d", nvtxRangePop());
	printf(" %d\n", nvtxDomainRangePop(d));
	nvtxRangeId_t first = nvtxRangeStartW(L"first"), second = nvtxRangeStartA("second");
	nvtxRangeEnd(first);
	nvtxRangeEnd(first); // ended before
	nvtxRangeEnd(0);
	nvtxRangeEnd(12345);
	nvtxRangeId_t third = nvtxRangeStartA("third");
	printf("%d %d\n", first != second, third == first); // what has ended gives its number away
	nvtxRangeEnd(second);
	nvtxRangeEnd(third);
	nvtxNameOsThreadW(1, L"thr\u00e9ad");
	nvtxNameCategoryW(1, L"category");
	nvtxDomainDestroy(d);
	return 0;
}
