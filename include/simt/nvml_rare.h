/* nvml_rare.h - functions of NVML that return NVML_ERROR_NOT_SUPPORTED, with their types: for programs that ask, and
 * do without. nvml.h includes it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- names of reasons before CUDA 12 ---- */

#define nvmlClocksEventReasonAll \
	(nvmlClocksEventReasonNone | nvmlClocksEventReasonGpuIdle | nvmlClocksEventReasonApplicationsClocksSetting | \
	 nvmlClocksEventReasonSwPowerCap | nvmlClocksThrottleReasonHwSlowdown | nvmlClocksEventReasonSyncBoost | \
	 nvmlClocksEventReasonSwThermalSlowdown | nvmlClocksThrottleReasonHwThermalSlowdown | \
	 nvmlClocksThrottleReasonHwPowerBrakeSlowdown | nvmlClocksEventReasonDisplayClockSetting)
#define nvmlClocksThrottleReasonUserDefinedClocks nvmlClocksEventReasonApplicationsClocksSetting
#define nvmlClocksThrottleReasonGpuIdle nvmlClocksEventReasonGpuIdle
#define nvmlClocksThrottleReasonApplicationsClocksSetting nvmlClocksEventReasonApplicationsClocksSetting
#define nvmlClocksThrottleReasonSyncBoost nvmlClocksEventReasonSyncBoost
#define nvmlClocksThrottleReasonSwPowerCap nvmlClocksEventReasonSwPowerCap
#define nvmlClocksThrottleReasonSwThermalSlowdown nvmlClocksEventReasonSwThermalSlowdown
#define nvmlClocksThrottleReasonDisplayClockSetting nvmlClocksEventReasonDisplayClockSetting
#define nvmlClocksThrottleReasonNone nvmlClocksEventReasonNone
#define nvmlClocksThrottleReasonAll nvmlClocksEventReasonAll

/* ---- types ---- */

#define NVML_NVLINK_MAX_LINKS 36
#define NVML_MAX_PHYSICAL_BRIDGE 128
#define NVML_BUS_TYPE_UNKNOWN 0
#define NVML_BUS_TYPE_PCI 1
#define NVML_BUS_TYPE_PCIE 2
#define NVML_BUS_TYPE_FPCI 3
#define NVML_BUS_TYPE_AGP 4
#define NVML_FAN_POLICY_TEMPERATURE_CONTINOUS_SW 0
#define NVML_FAN_POLICY_MANUAL 1
#define NVML_POWER_SOURCE_AC 0
#define NVML_POWER_SOURCE_BATTERY 1
#define NVML_POWER_SOURCE_UNDERSIZED 2

typedef struct nvmlUnit_st *nvmlUnit_t;
typedef struct nvmlEventSet_st *nvmlEventSet_t;
typedef struct nvmlGpuInstance_st *nvmlGpuInstance_t;
typedef struct nvmlComputeInstance_st *nvmlComputeInstance_t;
typedef unsigned int nvmlVgpuInstance_t, nvmlVgpuTypeId_t;

#define nvmlEventTypeNone 0x0LL
#define nvmlEventTypeSingleBitEccError 0x1LL
#define nvmlEventTypeDoubleBitEccError 0x2LL
#define nvmlEventTypePState 0x4LL
#define nvmlEventTypeXidCriticalError 0x8LL
#define nvmlEventTypeClock 0x10LL
#define nvmlEventTypePowerSourceChange 0x80LL
#define nvmlEventMigConfigChange 0x100LL
#define nvmlEventTypeSingleBitEccErrorStorm 0x200LL
#define nvmlEventTypeDramRetirementEvent 0x400LL
#define nvmlEventTypeDramRetirementFailure 0x800LL
#define nvmlEventTypeNonFatalPoisonError 0x1000LL
#define nvmlEventTypeFatalPoisonError 0x2000LL
#define nvmlEventTypeGpuUnavailableError 0x4000LL
#define nvmlEventTypeGpuRecoveryAction 0x8000LL

typedef enum {
	NVML_TOTAL_POWER_SAMPLES = 0, NVML_GPU_UTILIZATION_SAMPLES = 1,
	NVML_MEMORY_UTILIZATION_SAMPLES = 2, NVML_ENC_UTILIZATION_SAMPLES = 3,
	NVML_DEC_UTILIZATION_SAMPLES = 4, NVML_PROCESSOR_CLK_SAMPLES = 5,
	NVML_MEMORY_CLK_SAMPLES = 6, NVML_MODULE_POWER_SAMPLES = 7,
	NVML_JPG_UTILIZATION_SAMPLES = 8, NVML_OFA_UTILIZATION_SAMPLES = 9,
	NVML_SAMPLINGTYPE_COUNT
} nvmlSamplingType_t;
typedef struct {
	unsigned long long timeStamp;
	nvmlValue_t sampleValue;
} nvmlSample_t;
typedef enum {
	NVML_PERF_POLICY_POWER = 0, NVML_PERF_POLICY_THERMAL = 1,
	NVML_PERF_POLICY_SYNC_BOOST = 2, NVML_PERF_POLICY_BOARD_LIMIT = 3,
	NVML_PERF_POLICY_LOW_UTILIZATION = 4, NVML_PERF_POLICY_RELIABILITY = 5,
	NVML_PERF_POLICY_TOTAL_APP_CLOCKS = 10, NVML_PERF_POLICY_TOTAL_BASE_CLOCKS = 11,
	NVML_PERF_POLICY_COUNT
} nvmlPerfPolicyType_t;
typedef struct {
	unsigned long long referenceTime, violationTime;
} nvmlViolationTime_t;
typedef struct {
	nvmlDevice_t device;
	unsigned long long eventType, eventData;
	unsigned int gpuInstanceId, computeInstanceId;
} nvmlEventData_t;
typedef struct {
	unsigned long long l1Cache, l2Cache, deviceMemory, registerFile;
} nvmlEccErrorCounts_t;
typedef enum {
	NVML_MEMORY_LOCATION_L1_CACHE = 0, NVML_MEMORY_LOCATION_L2_CACHE = 1,
	NVML_MEMORY_LOCATION_DRAM = 2, NVML_MEMORY_LOCATION_DEVICE_MEMORY = 2,
	NVML_MEMORY_LOCATION_REGISTER_FILE = 3, NVML_MEMORY_LOCATION_TEXTURE_MEMORY = 4,
	NVML_MEMORY_LOCATION_TEXTURE_SHM = 5, NVML_MEMORY_LOCATION_CBU = 6,
	NVML_MEMORY_LOCATION_SRAM = 7, NVML_MEMORY_LOCATION_COUNT
} nvmlMemoryLocation_t;
typedef struct {
	unsigned int gpuUtilization, memoryUtilization;
	unsigned long long maxMemoryUsage, time, startTime;
	unsigned int isRunning, reserved[5];
} nvmlAccountingStats_t;
typedef enum {
	NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS = 0,
	NVML_RESTRICTED_API_SET_AUTO_BOOSTED_CLOCKS = 1, NVML_RESTRICTED_API_COUNT
} nvmlRestrictedAPI_t;
typedef enum {
	NVML_GOM_ALL_ON = 0, NVML_GOM_COMPUTE = 1, NVML_GOM_LOW_DP = 2
} nvmlGpuOperationMode_t;
typedef enum {
	NVML_INFOROM_OEM = 0, NVML_INFOROM_ECC = 1, NVML_INFOROM_POWER = 2,
	NVML_INFOROM_DEN = 3, NVML_INFOROM_COUNT
} nvmlInforomObject_t;
typedef enum {
	NVML_NVLINK_CAP_P2P_SUPPORTED = 0, NVML_NVLINK_CAP_SYSMEM_ACCESS = 1,
	NVML_NVLINK_CAP_P2P_ATOMICS = 2, NVML_NVLINK_CAP_SYSMEM_ATOMICS = 3,
	NVML_NVLINK_CAP_SLI_BRIDGE = 4, NVML_NVLINK_CAP_VALID = 5, NVML_NVLINK_CAP_COUNT
} nvmlNvLinkCapability_t;
typedef enum {
	NVML_NVLINK_ERROR_DL_REPLAY = 0, NVML_NVLINK_ERROR_DL_RECOVERY = 1,
	NVML_NVLINK_ERROR_DL_CRC_FLIT = 2, NVML_NVLINK_ERROR_DL_CRC_DATA = 3,
	NVML_NVLINK_ERROR_DL_ECC_DATA = 4, NVML_NVLINK_ERROR_COUNT
} nvmlNvLinkErrorCounter_t;
typedef enum {
	NVML_NVLINK_DEVICE_TYPE_GPU = 0x00, NVML_NVLINK_DEVICE_TYPE_IBMNPU = 0x01,
	NVML_NVLINK_DEVICE_TYPE_SWITCH = 0x02, NVML_NVLINK_DEVICE_TYPE_UNKNOWN = 0xFF
} nvmlIntNvLinkDeviceType_t;
typedef enum {
	NVML_PAGE_RETIREMENT_CAUSE_MULTIPLE_SINGLE_BIT_ECC_ERRORS = 0,
	NVML_PAGE_RETIREMENT_CAUSE_DOUBLE_BIT_ECC_ERROR = 1, NVML_PAGE_RETIREMENT_CAUSE_COUNT
} nvmlPageRetirementCause_t;
typedef enum {
	NVML_ENCODER_QUERY_H264 = 0x00, NVML_ENCODER_QUERY_HEVC = 0x01,
	NVML_ENCODER_QUERY_AV1 = 0x02, NVML_ENCODER_QUERY_UNKNOWN = 0xFF
} nvmlEncoderType_t;
typedef struct {
	unsigned int sessionId, pid;
	nvmlVgpuInstance_t vgpuInstance;
	nvmlEncoderType_t codecType;
	unsigned int hResolution, vResolution, averageFps, averageLatency;
} nvmlEncoderSessionInfo_t;
typedef enum {
	NVML_FBC_SESSION_TYPE_UNKNOWN = 0, NVML_FBC_SESSION_TYPE_TOSYS,
	NVML_FBC_SESSION_TYPE_CUDA, NVML_FBC_SESSION_TYPE_VID, NVML_FBC_SESSION_TYPE_HWENC
} nvmlFBCSessionType_t;
typedef struct {
	unsigned int sessionsCount, averageFPS, averageLatency;
} nvmlFBCStats_t;
typedef struct {
	unsigned int sessionId, pid;
	nvmlVgpuInstance_t vgpuInstance;
	unsigned int displayOrdinal;
	nvmlFBCSessionType_t sessionType;
	unsigned int sessionFlags, hMaxResolution, vMaxResolution, hResolution, vResolution, averageFPS, averageLatency;
} nvmlFBCSessionInfo_t;
typedef enum {
	NVML_BRIDGE_CHIP_PLX = 0, NVML_BRIDGE_CHIP_BRO4 = 1
} nvmlBridgeChipType_t;
typedef struct {
	nvmlBridgeChipType_t type;
	unsigned int fwVersion;
} nvmlBridgeChipInfo_t;
typedef struct {
	unsigned char bridgeCount;
	nvmlBridgeChipInfo_t bridgeChipInfo[NVML_MAX_PHYSICAL_BRIDGE];
} nvmlBridgeChipHierarchy_t;
typedef struct {
	unsigned int hwbcId;
	char firmwareVersion[32];
} nvmlHwbcEntry_t;
typedef enum {
	NVML_GPU_VIRTUALIZATION_MODE_NONE = 0, NVML_GPU_VIRTUALIZATION_MODE_PASSTHROUGH = 1,
	NVML_GPU_VIRTUALIZATION_MODE_VGPU = 2, NVML_GPU_VIRTUALIZATION_MODE_HOST_VGPU = 3,
	NVML_GPU_VIRTUALIZATION_MODE_HOST_VSGA = 4
} nvmlGpuVirtualizationMode_t;
typedef struct {
	unsigned int max, high, partial, low, none;
} nvmlRowRemapperHistogramValues_t;
typedef unsigned int nvmlPowerSource_t;
typedef unsigned int nvmlBusType_t;
typedef unsigned int nvmlFanControlPolicy_t;
typedef enum {
	NVML_CLOCK_LIMIT_ID_RANGE_START = 0xffffff00, NVML_CLOCK_LIMIT_ID_TDP,
	NVML_CLOCK_LIMIT_ID_UNLIMITED
} nvmlClockLimitId_t;
typedef enum {
	NVML_DETACH_GPU_KEEP = 0, NVML_DETACH_GPU_REMOVE
} nvmlDetachGpuState_t;
typedef enum {
	NVML_PCIE_LINK_KEEP = 0, NVML_PCIE_LINK_SHUT_DOWN
} nvmlPcieLinkState_t;

/* ---- functions ---- */

nvmlReturn_t nvmlComputeInstanceDestroy(nvmlComputeInstance_t __computeInstance);
nvmlReturn_t nvmlDeviceClearAccountingPids(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceClearCpuAffinity(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceClearEccErrorCounts(nvmlDevice_t __device,
		nvmlEccCounterType_t __counterType);
nvmlReturn_t nvmlDeviceClearFieldValues(nvmlDevice_t __device, int __valuesCount,
		nvmlFieldValue_t *__values);
nvmlReturn_t nvmlDeviceCreateGpuInstance(nvmlDevice_t __device,
		unsigned int __profileId, nvmlGpuInstance_t *__gpuInstance);
nvmlReturn_t nvmlDeviceDiscoverGpus(nvmlPciInfo_t *__pciInfo);
nvmlReturn_t nvmlDeviceFreezeNvLinkUtilizationCounter(nvmlDevice_t __device,
		unsigned int __link, unsigned int __counter,
		nvmlEnableState_t __freeze);
nvmlReturn_t nvmlDeviceGetAPIRestriction(nvmlDevice_t __device,
		nvmlRestrictedAPI_t __apiType, nvmlEnableState_t *__isRestricted);
nvmlReturn_t nvmlDeviceGetAccountingBufferSize(nvmlDevice_t __device,
		unsigned int *__bufferSize);
nvmlReturn_t nvmlDeviceGetAccountingPids(nvmlDevice_t __device, unsigned int *__count,
		unsigned int *__pids);
nvmlReturn_t nvmlDeviceGetAccountingStats(nvmlDevice_t __device, unsigned int __pid,
		nvmlAccountingStats_t *__stats);
nvmlReturn_t nvmlDeviceGetActiveVgpus(nvmlDevice_t __device, unsigned int *__vgpuCount,
		nvmlVgpuInstance_t *__vgpuInstances);
nvmlReturn_t nvmlDeviceGetAdaptiveClockInfoStatus(nvmlDevice_t __device,
		unsigned int *__adaptiveClockStatus);
nvmlReturn_t nvmlDeviceGetAutoBoostedClocksEnabled(nvmlDevice_t __device,
		nvmlEnableState_t *__isEnabled, nvmlEnableState_t *__defaultIsEnabled);
nvmlReturn_t nvmlDeviceGetBridgeChipInfo(nvmlDevice_t __device,
		nvmlBridgeChipHierarchy_t *__bridgeHierarchy);
nvmlReturn_t nvmlDeviceGetBusType(nvmlDevice_t __device, nvmlBusType_t *__type);
nvmlReturn_t nvmlDeviceGetComputeInstanceId(nvmlDevice_t __device, unsigned int *__id);
nvmlReturn_t nvmlDeviceGetConfComputeProtectedMemoryUsage(nvmlDevice_t __device,
		nvmlMemory_t *__memory);
nvmlReturn_t nvmlDeviceGetCreatableVgpus(nvmlDevice_t __device,
		unsigned int *__vgpuCount, nvmlVgpuTypeId_t *__vgpuTypeIds);
nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t __device,
		nvmlClockType_t __clockType, unsigned int *__clockMHz);
nvmlReturn_t nvmlDeviceGetDefaultEccMode(nvmlDevice_t __device,
		nvmlEnableState_t *__defaultMode);
nvmlReturn_t nvmlDeviceGetDetailedEccErrors(nvmlDevice_t __device,
		nvmlMemoryErrorType_t __errorType, nvmlEccCounterType_t __counterType,
		nvmlEccErrorCounts_t *__eccCounts);
nvmlReturn_t nvmlDeviceGetDeviceHandleFromMigDeviceHandle(nvmlDevice_t __migDevice,
		nvmlDevice_t *__device);
nvmlReturn_t nvmlDeviceGetDriverModel(nvmlDevice_t __device,
		nvmlDriverModel_t *__current, nvmlDriverModel_t *__pending);
nvmlReturn_t nvmlDeviceGetEncoderCapacity(nvmlDevice_t __device,
		nvmlEncoderType_t __encoderQueryType, unsigned int *__encoderCapacity);
nvmlReturn_t nvmlDeviceGetEncoderSessions(nvmlDevice_t __device,
		unsigned int *__sessionCount, nvmlEncoderSessionInfo_t *__sessionInfos);
nvmlReturn_t nvmlDeviceGetEncoderStats(nvmlDevice_t __device,
		unsigned int *__sessionCount, unsigned int *__averageFps,
		unsigned int *__averageLatency);
nvmlReturn_t nvmlDeviceGetFBCSessions(nvmlDevice_t __device,
		unsigned int *__sessionCount, nvmlFBCSessionInfo_t *__sessionInfo);
nvmlReturn_t nvmlDeviceGetFBCStats(nvmlDevice_t __device, nvmlFBCStats_t *__fbcStats);
nvmlReturn_t nvmlDeviceGetFanControlPolicy_v2(nvmlDevice_t __device, unsigned int __fan,
		nvmlFanControlPolicy_t *__policy);
nvmlReturn_t nvmlDeviceGetGpcClkMinMaxVfOffset(nvmlDevice_t __device, int *__minOffset,
		int *__maxOffset);
nvmlReturn_t nvmlDeviceGetGpcClkVfOffset(nvmlDevice_t __device, int *__offset);
nvmlReturn_t nvmlDeviceGetGpuInstanceById(nvmlDevice_t __device, unsigned int __id,
		nvmlGpuInstance_t *__gpuInstance);
nvmlReturn_t nvmlDeviceGetGpuInstanceId(nvmlDevice_t __device, unsigned int *__id);
nvmlReturn_t nvmlDeviceGetGpuInstanceRemainingCapacity(nvmlDevice_t __device,
		unsigned int __profileId, unsigned int *__count);
nvmlReturn_t nvmlDeviceGetGpuInstances(nvmlDevice_t __device, unsigned int __profileId,
		nvmlGpuInstance_t *__gpuInstances, unsigned int *__count);
nvmlReturn_t nvmlDeviceGetGpuMaxPcieLinkGeneration(nvmlDevice_t __device,
		unsigned int *__maxLinkGenDevice);
nvmlReturn_t nvmlDeviceGetGpuOperationMode(nvmlDevice_t __device,
		nvmlGpuOperationMode_t *__current, nvmlGpuOperationMode_t *__pending);
nvmlReturn_t nvmlDeviceGetGspFirmwareMode(nvmlDevice_t __device,
		unsigned int *__isEnabled, unsigned int *__defaultMode);
nvmlReturn_t nvmlDeviceGetGspFirmwareVersion(nvmlDevice_t __device, char *__version);
nvmlReturn_t nvmlDeviceGetInforomConfigurationChecksum(nvmlDevice_t __device,
		unsigned int *__checksum);
nvmlReturn_t nvmlDeviceGetInforomImageVersion(nvmlDevice_t __device, char *__version,
		unsigned int __length);
nvmlReturn_t nvmlDeviceGetInforomVersion(nvmlDevice_t __device,
		nvmlInforomObject_t __object, char *__version, unsigned int __length);
nvmlReturn_t nvmlDeviceGetIrqNum(nvmlDevice_t __device, unsigned int *__irqNum);
nvmlReturn_t nvmlDeviceGetJpgUtilization(nvmlDevice_t __device,
		unsigned int *__utilization, unsigned int *__samplingPeriodUs);
nvmlReturn_t nvmlDeviceGetLastBBXFlushTime(nvmlDevice_t __device,
		unsigned long long *__timestamp, unsigned long *__durationUs);
nvmlReturn_t nvmlDeviceGetMaxCustomerBoostClock(nvmlDevice_t __device,
		nvmlClockType_t __clockType, unsigned int *__clockMHz);
nvmlReturn_t nvmlDeviceGetMemClkMinMaxVfOffset(nvmlDevice_t __device, int *__minOffset,
		int *__maxOffset);
nvmlReturn_t nvmlDeviceGetMemClkVfOffset(nvmlDevice_t __device, int *__offset);
nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t __device,
		unsigned int __nodeSetSize, unsigned long *__nodeSet,
		nvmlAffinityScope_t __scope);
nvmlReturn_t nvmlDeviceGetMemoryErrorCounter(nvmlDevice_t __device,
		nvmlMemoryErrorType_t __errorType, nvmlEccCounterType_t __counterType,
		nvmlMemoryLocation_t __locationType, unsigned long long *__count);
nvmlReturn_t nvmlDeviceGetMinMaxClockOfPState(nvmlDevice_t __device,
		nvmlClockType_t __type, nvmlPstates_t __pstate,
		unsigned int *__minClockMHz, unsigned int *__maxClockMHz);
nvmlReturn_t nvmlDeviceGetMinMaxFanSpeed(nvmlDevice_t __device,
		unsigned int *__minSpeed, unsigned int *__maxSpeed);
nvmlReturn_t nvmlDeviceGetModuleId(nvmlDevice_t __device, unsigned int *__moduleId);
nvmlReturn_t nvmlDeviceGetNumaNodeId(nvmlDevice_t __device, unsigned int *__node);
nvmlReturn_t nvmlDeviceGetNvLinkCapability(nvmlDevice_t __device, unsigned int __link,
		nvmlNvLinkCapability_t __capability, unsigned int *__capResult);
nvmlReturn_t nvmlDeviceGetNvLinkErrorCounter(nvmlDevice_t __device, unsigned int __link,
		nvmlNvLinkErrorCounter_t __counter, unsigned long long *__counterValue);
nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t __device,
		unsigned int __link, nvmlIntNvLinkDeviceType_t *__pNvLinkDeviceType);
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(nvmlDevice_t __device,
		unsigned int __link, nvmlPciInfo_t *__pci);
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t __device,
		unsigned int __link, nvmlPciInfo_t *__pci);
nvmlReturn_t nvmlDeviceGetNvLinkUtilizationCounter(nvmlDevice_t __device,
		unsigned int __link, unsigned int __counter,
		unsigned long long *__rxcounter, unsigned long long *__txcounter);
nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t __device, unsigned int __link,
		unsigned int *__version);
nvmlReturn_t nvmlDeviceGetOfaUtilization(nvmlDevice_t __device,
		unsigned int *__utilization, unsigned int *__samplingPeriodUs);
nvmlReturn_t nvmlDeviceGetPcieLinkMaxSpeed(nvmlDevice_t __device,
		unsigned int *__maxSpeed);
nvmlReturn_t nvmlDeviceGetPcieReplayCounter(nvmlDevice_t __device,
		unsigned int *__value);
nvmlReturn_t nvmlDeviceGetPcieSpeed(nvmlDevice_t __device, unsigned int *__pcieSpeed);
nvmlReturn_t nvmlDeviceGetPgpuMetadataString(nvmlDevice_t __device,
		char *__pgpuMetadata, unsigned int *__bufferSize);
nvmlReturn_t nvmlDeviceGetPowerSource(nvmlDevice_t __device,
		nvmlPowerSource_t *__powerSource);
nvmlReturn_t nvmlDeviceGetRemappedRows(nvmlDevice_t __device, unsigned int *__corrRows,
		unsigned int *__uncRows, unsigned int *__isPending,
		unsigned int *__failureOccurred);
nvmlReturn_t nvmlDeviceGetRetiredPages(nvmlDevice_t __device,
		nvmlPageRetirementCause_t __cause, unsigned int *__pageCount,
		unsigned long long *__addresses);
nvmlReturn_t nvmlDeviceGetRetiredPagesPendingStatus(nvmlDevice_t __device,
		nvmlEnableState_t *__isPending);
nvmlReturn_t nvmlDeviceGetRetiredPages_v2(nvmlDevice_t __device,
		nvmlPageRetirementCause_t __cause, unsigned int *__pageCount,
		unsigned long long *__addresses, unsigned long long *__timestamps);
nvmlReturn_t nvmlDeviceGetRowRemapperHistogram(nvmlDevice_t __device,
		nvmlRowRemapperHistogramValues_t *__values);
nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t __device, nvmlSamplingType_t __type,
		unsigned long long __lastSeenTimeStamp,
		nvmlValueType_t *__sampleValType, unsigned int *__sampleCount,
		nvmlSample_t *__samples);
nvmlReturn_t nvmlDeviceGetSupportedEventTypes(nvmlDevice_t __device,
		unsigned long long *__eventTypes);
nvmlReturn_t nvmlDeviceGetSupportedPerformanceStates(nvmlDevice_t __device,
		nvmlPstates_t *__pstates, unsigned int __size);
nvmlReturn_t nvmlDeviceGetSupportedVgpus(nvmlDevice_t __device,
		unsigned int *__vgpuCount, nvmlVgpuTypeId_t *__vgpuTypeIds);
nvmlReturn_t nvmlDeviceGetTargetFanSpeed(nvmlDevice_t __device, unsigned int __fan,
		unsigned int *__targetSpeed);
nvmlReturn_t nvmlDeviceGetTopologyNearestGpus(nvmlDevice_t __device,
		nvmlGpuTopologyLevel_t __level, unsigned int *__count,
		nvmlDevice_t *__deviceArray);
nvmlReturn_t nvmlDeviceGetViolationStatus(nvmlDevice_t __device,
		nvmlPerfPolicyType_t __perfPolicyType, nvmlViolationTime_t *__violTime);
nvmlReturn_t nvmlDeviceGetVirtualizationMode(nvmlDevice_t __device,
		nvmlGpuVirtualizationMode_t *__pVirtualMode);
nvmlReturn_t nvmlDeviceModifyDrainState(nvmlPciInfo_t *__pciInfo,
		nvmlEnableState_t __newState);
nvmlReturn_t nvmlDeviceQueryDrainState(nvmlPciInfo_t *__pciInfo,
		nvmlEnableState_t *__currentState);
nvmlReturn_t nvmlDeviceRegisterEvents(nvmlDevice_t __device,
		unsigned long long __eventTypes, nvmlEventSet_t __set);
nvmlReturn_t nvmlDeviceRemoveGpu(nvmlPciInfo_t *__pciInfo);
nvmlReturn_t nvmlDeviceRemoveGpu_v2(nvmlPciInfo_t *__pciInfo,
		nvmlDetachGpuState_t __gpuState, nvmlPcieLinkState_t __linkState);
nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceResetMemoryLockedClocks(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceResetNvLinkErrorCounters(nvmlDevice_t __device,
		unsigned int __link);
nvmlReturn_t nvmlDeviceResetNvLinkUtilizationCounter(nvmlDevice_t __device,
		unsigned int __link, unsigned int __counter);
nvmlReturn_t nvmlDeviceSetAPIRestriction(nvmlDevice_t __device,
		nvmlRestrictedAPI_t __apiType, nvmlEnableState_t __isRestricted);
nvmlReturn_t nvmlDeviceSetAccountingMode(nvmlDevice_t __device,
		nvmlEnableState_t __mode);
nvmlReturn_t nvmlDeviceSetAutoBoostedClocksEnabled(nvmlDevice_t __device,
		nvmlEnableState_t __enabled);
nvmlReturn_t nvmlDeviceSetConfComputeUnprotectedMemSize(nvmlDevice_t __device,
		unsigned long long __sizeKiB);
nvmlReturn_t nvmlDeviceSetCpuAffinity(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceSetDefaultAutoBoostedClocksEnabled(nvmlDevice_t __device,
		nvmlEnableState_t __enabled, unsigned int __flags);
nvmlReturn_t nvmlDeviceSetDefaultFanSpeed_v2(nvmlDevice_t __device, unsigned int __fan);
nvmlReturn_t nvmlDeviceSetDriverModel(nvmlDevice_t __device,
		nvmlDriverModel_t __driverModel, unsigned int __flags);
nvmlReturn_t nvmlDeviceSetEccMode(nvmlDevice_t __device, nvmlEnableState_t __ecc);
nvmlReturn_t nvmlDeviceSetFanControlPolicy(nvmlDevice_t __device, unsigned int __fan,
		nvmlFanControlPolicy_t __policy);
nvmlReturn_t nvmlDeviceSetFanSpeed_v2(nvmlDevice_t __device, unsigned int __fan,
		unsigned int __speed);
nvmlReturn_t nvmlDeviceSetGpcClkVfOffset(nvmlDevice_t __device, int __offset);
nvmlReturn_t nvmlDeviceSetGpuOperationMode(nvmlDevice_t __device,
		nvmlGpuOperationMode_t __mode);
nvmlReturn_t nvmlDeviceSetMemClkVfOffset(nvmlDevice_t __device, int __offset);
nvmlReturn_t nvmlDeviceSetMemoryLockedClocks(nvmlDevice_t __device,
		unsigned int __minMemClockMHz, unsigned int __maxMemClockMHz);
nvmlReturn_t nvmlDeviceSetMigMode(nvmlDevice_t __device, unsigned int __mode,
		nvmlReturn_t *__activationStatus);
nvmlReturn_t nvmlDeviceSetTemperatureThreshold(nvmlDevice_t __device,
		nvmlTemperatureThresholds_t __thresholdType, int *__temp);
nvmlReturn_t nvmlDeviceSetVirtualizationMode(nvmlDevice_t __device,
		nvmlGpuVirtualizationMode_t __virtualMode);
nvmlReturn_t nvmlDeviceValidateInforom(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceVgpuForceGspUnload(nvmlDevice_t __device);
nvmlReturn_t nvmlEventSetCreate(nvmlEventSet_t *__set);
nvmlReturn_t nvmlEventSetFree(nvmlEventSet_t __set);
nvmlReturn_t nvmlEventSetWait(nvmlEventSet_t __set, nvmlEventData_t *__data,
		unsigned int __timeoutms);
nvmlReturn_t nvmlEventSetWait_v2(nvmlEventSet_t __set, nvmlEventData_t *__data,
		unsigned int __timeoutms);
nvmlReturn_t nvmlGetExcludedDeviceCount(unsigned int *__deviceCount);
nvmlReturn_t nvmlGpmQueryIfStreamingEnabled(nvmlDevice_t __device,
		unsigned int *__state);
nvmlReturn_t nvmlGpmSetStreamingEnabled(nvmlDevice_t __device, unsigned int __state);
nvmlReturn_t nvmlGpuInstanceCreateComputeInstance(nvmlGpuInstance_t __gpuInstance,
		unsigned int __profileId, nvmlComputeInstance_t *__computeInstance);
nvmlReturn_t nvmlGpuInstanceDestroy(nvmlGpuInstance_t __gpuInstance);
nvmlReturn_t nvmlGpuInstanceGetComputeInstanceById(nvmlGpuInstance_t __gpuInstance,
		unsigned int __id, nvmlComputeInstance_t *__computeInstance);
nvmlReturn_t nvmlGpuInstanceGetComputeInstanceRemainingCapacity(
		nvmlGpuInstance_t __gpuInstance, unsigned int __profileId,
		unsigned int *__count);
nvmlReturn_t nvmlGpuInstanceGetComputeInstances(nvmlGpuInstance_t __gpuInstance,
		unsigned int __profileId, nvmlComputeInstance_t *__computeInstances,
		unsigned int *__count);
nvmlReturn_t nvmlSystemGetConfComputeGpusReadyState(unsigned int *__isAcceptingWork);
nvmlReturn_t nvmlSystemGetHicVersion(unsigned int *__hwbcCount,
		nvmlHwbcEntry_t *__hwbcEntries);
nvmlReturn_t nvmlSystemGetNvlinkBwMode(unsigned int *__nvlinkBwMode);
nvmlReturn_t nvmlSystemGetTopologyGpuSet(unsigned int __cpuNumber,
		unsigned int *__count, nvmlDevice_t *__deviceArray);
nvmlReturn_t nvmlSystemSetConfComputeGpusReadyState(unsigned int __isAcceptingWork);
nvmlReturn_t nvmlSystemSetNvlinkBwMode(unsigned int __nvlinkBwMode);
nvmlReturn_t nvmlUnitGetCount(unsigned int *__unitCount);
nvmlReturn_t nvmlUnitGetDevices(nvmlUnit_t __unit, unsigned int *__deviceCount,
		nvmlDevice_t *__devices);
nvmlReturn_t nvmlUnitGetHandleByIndex(unsigned int __index, nvmlUnit_t *__unit);
nvmlReturn_t nvmlUnitGetTemperature(nvmlUnit_t __unit, unsigned int __type,
		unsigned int *__temp);
nvmlReturn_t nvmlVgpuInstanceClearAccountingPids(nvmlVgpuInstance_t __vgpuInstance);
nvmlReturn_t nvmlVgpuInstanceGetAccountingMode(nvmlVgpuInstance_t __vgpuInstance,
		nvmlEnableState_t *__mode);
nvmlReturn_t nvmlVgpuInstanceGetAccountingPids(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__count, unsigned int *__pids);
nvmlReturn_t nvmlVgpuInstanceGetAccountingStats(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int __pid, nvmlAccountingStats_t *__stats);
nvmlReturn_t nvmlVgpuInstanceGetEccMode(nvmlVgpuInstance_t __vgpuInstance,
		nvmlEnableState_t *__eccMode);
nvmlReturn_t nvmlVgpuInstanceGetEncoderCapacity(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__encoderCapacity);
nvmlReturn_t nvmlVgpuInstanceGetEncoderSessions(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__sessionCount, nvmlEncoderSessionInfo_t *__sessionInfo);
nvmlReturn_t nvmlVgpuInstanceGetEncoderStats(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__sessionCount, unsigned int *__averageFps,
		unsigned int *__averageLatency);
nvmlReturn_t nvmlVgpuInstanceGetFBCSessions(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__sessionCount, nvmlFBCSessionInfo_t *__sessionInfo);
nvmlReturn_t nvmlVgpuInstanceGetFBCStats(nvmlVgpuInstance_t __vgpuInstance,
		nvmlFBCStats_t *__fbcStats);
nvmlReturn_t nvmlVgpuInstanceGetFbUsage(nvmlVgpuInstance_t __vgpuInstance,
		unsigned long long *__fbUsage);
nvmlReturn_t nvmlVgpuInstanceGetFrameRateLimit(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__frameRateLimit);
nvmlReturn_t nvmlVgpuInstanceGetGpuInstanceId(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__gpuInstanceId);
nvmlReturn_t nvmlVgpuInstanceGetGpuPciId(nvmlVgpuInstance_t __vgpuInstance,
		char *__vgpuPciId, unsigned int *__length);
nvmlReturn_t nvmlVgpuInstanceGetLicenseStatus(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int *__licensed);
nvmlReturn_t nvmlVgpuInstanceGetMdevUUID(nvmlVgpuInstance_t __vgpuInstance,
		char *__mdevUuid, unsigned int __size);
nvmlReturn_t nvmlVgpuInstanceGetType(nvmlVgpuInstance_t __vgpuInstance,
		nvmlVgpuTypeId_t *__vgpuTypeId);
nvmlReturn_t nvmlVgpuInstanceGetUUID(nvmlVgpuInstance_t __vgpuInstance, char *__uuid,
		unsigned int __size);
nvmlReturn_t nvmlVgpuInstanceGetVmDriverVersion(nvmlVgpuInstance_t __vgpuInstance,
		char *__version, unsigned int __length);
nvmlReturn_t nvmlVgpuInstanceSetEncoderCapacity(nvmlVgpuInstance_t __vgpuInstance,
		unsigned int __encoderCapacity);
nvmlReturn_t nvmlVgpuTypeGetClass(nvmlVgpuTypeId_t __vgpuTypeId, char *__vgpuTypeClass,
		unsigned int *__size);
nvmlReturn_t nvmlVgpuTypeGetDeviceID(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned long long *__deviceID, unsigned long long *__subsystemID);
nvmlReturn_t nvmlVgpuTypeGetFbReservation(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned long long *__fbReservation);
nvmlReturn_t nvmlVgpuTypeGetFrameRateLimit(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned int *__frameRateLimit);
nvmlReturn_t nvmlVgpuTypeGetFramebufferSize(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned long long *__fbSize);
nvmlReturn_t nvmlVgpuTypeGetGpuInstanceProfileId(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned int *__gpuInstanceProfileId);
nvmlReturn_t nvmlVgpuTypeGetGspHeapSize(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned long long *__gspHeapSize);
nvmlReturn_t nvmlVgpuTypeGetLicense(nvmlVgpuTypeId_t __vgpuTypeId,
		char *__vgpuTypeLicenseString, unsigned int __size);
nvmlReturn_t nvmlVgpuTypeGetMaxInstances(nvmlDevice_t __device,
		nvmlVgpuTypeId_t __vgpuTypeId, unsigned int *__vgpuInstanceCount);
nvmlReturn_t nvmlVgpuTypeGetMaxInstancesPerVm(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned int *__vgpuInstanceCountPerVm);
nvmlReturn_t nvmlVgpuTypeGetName(nvmlVgpuTypeId_t __vgpuTypeId, char *__vgpuTypeName,
		unsigned int *__size);
nvmlReturn_t nvmlVgpuTypeGetNumDisplayHeads(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned int *__numDisplayHeads);
nvmlReturn_t nvmlVgpuTypeGetResolution(nvmlVgpuTypeId_t __vgpuTypeId,
		unsigned int __displayIndex, unsigned int *__xdim,
		unsigned int *__ydim);
