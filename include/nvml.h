/* nvml.h - NVML: how many devices there are, what they are, and what they do now.
 *
 * Declared are the functions that answer, and those that programs call and that return
 * NVML_ERROR_NOT_SUPPORTED (docs/libraries.md). The library exports the others too, for
 * programs that look them up by name; they return NVML_ERROR_NOT_SUPPORTED as well.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef __nvml_nvml_h__
#define __nvml_nvml_h__

#ifdef __cplusplus
extern "C" {
#endif

#define NVML_API_VERSION 13
#define NVML_API_VERSION_STR "13"
/* The newest form of each structure that begins with its version. */
#define NVML_STRUCT_VERSION(data, ver) \
	(unsigned int)(sizeof(nvml##data##_v##ver##_t) | (ver << 24U))

#define NVML_VALUE_NOT_AVAILABLE (-1)

/* ---- statuses ---------------------------------------------------------------------- */

typedef enum nvmlReturn_enum {
	NVML_SUCCESS = 0,
	NVML_ERROR_UNINITIALIZED = 1,
	NVML_ERROR_INVALID_ARGUMENT = 2,
	NVML_ERROR_NOT_SUPPORTED = 3,
	NVML_ERROR_NO_PERMISSION = 4,
	NVML_ERROR_ALREADY_INITIALIZED = 5,
	NVML_ERROR_NOT_FOUND = 6,
	NVML_ERROR_INSUFFICIENT_SIZE = 7,
	NVML_ERROR_INSUFFICIENT_POWER = 8,
	NVML_ERROR_DRIVER_NOT_LOADED = 9,
	NVML_ERROR_TIMEOUT = 10,
	NVML_ERROR_IRQ_ISSUE = 11,
	NVML_ERROR_LIBRARY_NOT_FOUND = 12,
	NVML_ERROR_FUNCTION_NOT_FOUND = 13,
	NVML_ERROR_CORRUPTED_INFOROM = 14,
	NVML_ERROR_GPU_IS_LOST = 15,
	NVML_ERROR_RESET_REQUIRED = 16,
	NVML_ERROR_OPERATING_SYSTEM = 17,
	NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
	NVML_ERROR_IN_USE = 19,
	NVML_ERROR_MEMORY = 20,
	NVML_ERROR_NO_DATA = 21,
	NVML_ERROR_VGPU_ECC_NOT_SUPPORTED = 22,
	NVML_ERROR_INSUFFICIENT_RESOURCES = 23,
	NVML_ERROR_FREQ_NOT_SUPPORTED = 24,
	NVML_ERROR_ARGUMENT_VERSION_MISMATCH = 25,
	NVML_ERROR_DEPRECATED = 26,
	NVML_ERROR_NOT_READY = 27,
	NVML_ERROR_GPU_NOT_FOUND = 28,
	NVML_ERROR_INVALID_STATE = 29,
	NVML_ERROR_RESET_TYPE_NOT_SUPPORTED = 30,
	NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

/* ---- sizes of buffers -------------------------------------------------------------- */

#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
#define NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE 16
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80

#define NVML_DEVICE_PCI_BUS_ID_LEGACY_FMT "%04X:%02X:%02X.0"
#define NVML_DEVICE_PCI_BUS_ID_FMT "%08X:%02X:%02X.0"
#define NVML_DEVICE_PCI_BUS_ID_FMT_ARGS(pciInfo) \
	(pciInfo)->domain, (pciInfo)->bus, (pciInfo)->device

#define NVML_CUDA_DRIVER_VERSION_MAJOR(v) ((v) / 1000)
#define NVML_CUDA_DRIVER_VERSION_MINOR(v) (((v) % 1000) / 10)

#define NVML_INIT_FLAG_NO_GPUS 1
#define NVML_INIT_FLAG_NO_ATTACH 2

/* ---- enumerations ------------------------------------------------------------------ */

typedef struct nvmlDevice_st *nvmlDevice_t;

typedef enum nvmlEnableState_enum {
	NVML_FEATURE_DISABLED = 0,
	NVML_FEATURE_ENABLED = 1
} nvmlEnableState_t;

typedef enum nvmlBrandType_enum {
	NVML_BRAND_UNKNOWN = 0,
	NVML_BRAND_QUADRO = 1,
	NVML_BRAND_TESLA = 2,
	NVML_BRAND_NVS = 3,
	NVML_BRAND_GRID = 4,
	NVML_BRAND_GEFORCE = 5,
	NVML_BRAND_TITAN = 6,
	NVML_BRAND_NVIDIA_VAPPS = 7,
	NVML_BRAND_NVIDIA_VPC = 8,
	NVML_BRAND_NVIDIA_VCS = 9,
	NVML_BRAND_NVIDIA_VWS = 10,
	NVML_BRAND_NVIDIA_CLOUD_GAMING = 11,
	NVML_BRAND_NVIDIA_VGAMING = NVML_BRAND_NVIDIA_CLOUD_GAMING,
	NVML_BRAND_QUADRO_RTX = 12,
	NVML_BRAND_NVIDIA_RTX = 13,
	NVML_BRAND_NVIDIA = 14,
	NVML_BRAND_GEFORCE_RTX = 15,
	NVML_BRAND_TITAN_RTX = 16,
	NVML_BRAND_COUNT = 18
} nvmlBrandType_t;

typedef unsigned int nvmlDeviceArchitecture_t;
#define NVML_DEVICE_ARCH_KEPLER 2
#define NVML_DEVICE_ARCH_MAXWELL 3
#define NVML_DEVICE_ARCH_PASCAL 4
#define NVML_DEVICE_ARCH_VOLTA 5
#define NVML_DEVICE_ARCH_TURING 6
#define NVML_DEVICE_ARCH_AMPERE 7
#define NVML_DEVICE_ARCH_ADA 8
#define NVML_DEVICE_ARCH_HOPPER 9
#define NVML_DEVICE_ARCH_BLACKWELL 10
#define NVML_DEVICE_ARCH_UNKNOWN 0xffffffff

typedef enum nvmlClockType_enum {
	NVML_CLOCK_GRAPHICS = 0,
	NVML_CLOCK_SM = 1,
	NVML_CLOCK_MEM = 2,
	NVML_CLOCK_VIDEO = 3,
	NVML_CLOCK_COUNT
} nvmlClockType_t;

typedef enum nvmlClockId_enum {
	NVML_CLOCK_ID_CURRENT = 0,
	NVML_CLOCK_ID_APP_CLOCK_TARGET = 1,
	NVML_CLOCK_ID_APP_CLOCK_DEFAULT = 2,
	NVML_CLOCK_ID_CUSTOMER_BOOST_MAX = 3,
	NVML_CLOCK_ID_COUNT
} nvmlClockId_t;

typedef enum nvmlTemperatureSensors_enum {
	NVML_TEMPERATURE_GPU = 0,
	NVML_TEMPERATURE_COUNT
} nvmlTemperatureSensors_t;

typedef enum nvmlTemperatureThresholds_enum {
	NVML_TEMPERATURE_THRESHOLD_SHUTDOWN = 0,
	NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = 1,
	NVML_TEMPERATURE_THRESHOLD_MEM_MAX = 2,
	NVML_TEMPERATURE_THRESHOLD_GPU_MAX = 3,
	NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_MIN = 4,
	NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_CURR = 5,
	NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_MAX = 6,
	NVML_TEMPERATURE_THRESHOLD_GPS_CURR = 7,
	NVML_TEMPERATURE_THRESHOLD_COUNT
} nvmlTemperatureThresholds_t;

typedef enum nvmlPStates_enum {
	NVML_PSTATE_0 = 0,
	NVML_PSTATE_1,
	NVML_PSTATE_2,
	NVML_PSTATE_3,
	NVML_PSTATE_4,
	NVML_PSTATE_5,
	NVML_PSTATE_6,
	NVML_PSTATE_7,
	NVML_PSTATE_8,
	NVML_PSTATE_9,
	NVML_PSTATE_10,
	NVML_PSTATE_11,
	NVML_PSTATE_12,
	NVML_PSTATE_13,
	NVML_PSTATE_14,
	NVML_PSTATE_15,
	NVML_PSTATE_UNKNOWN = 32
} nvmlPstates_t;

typedef enum nvmlComputeMode_enum {
	NVML_COMPUTEMODE_DEFAULT = 0,
	NVML_COMPUTEMODE_EXCLUSIVE_THREAD = 1,
	NVML_COMPUTEMODE_PROHIBITED = 2,
	NVML_COMPUTEMODE_EXCLUSIVE_PROCESS = 3,
	NVML_COMPUTEMODE_COUNT
} nvmlComputeMode_t;

typedef enum nvmlDriverModel_enum {
	NVML_DRIVER_WDDM = 0,
	NVML_DRIVER_WDM = 1,
	NVML_DRIVER_MCDM = 2
} nvmlDriverModel_t;

typedef enum nvmlMemoryErrorType_enum {
	NVML_MEMORY_ERROR_TYPE_CORRECTED = 0,
	NVML_MEMORY_ERROR_TYPE_UNCORRECTED = 1,
	NVML_MEMORY_ERROR_TYPE_COUNT
} nvmlMemoryErrorType_t;

typedef enum nvmlEccCounterType_enum {
	NVML_VOLATILE_ECC = 0,
	NVML_AGGREGATE_ECC = 1,
	NVML_ECC_COUNTER_TYPE_COUNT
} nvmlEccCounterType_t;

typedef enum nvmlPcieUtilCounter_enum {
	NVML_PCIE_UTIL_TX_BYTES = 0,
	NVML_PCIE_UTIL_RX_BYTES = 1,
	NVML_PCIE_UTIL_COUNT
} nvmlPcieUtilCounter_t;

typedef enum nvmlGpuLevel_enum {
	NVML_TOPOLOGY_INTERNAL = 0,
	NVML_TOPOLOGY_SINGLE = 10,
	NVML_TOPOLOGY_MULTIPLE = 20,
	NVML_TOPOLOGY_HOSTBRIDGE = 30,
	NVML_TOPOLOGY_NODE = 40,
	NVML_TOPOLOGY_SYSTEM = 50
} nvmlGpuTopologyLevel_t;

typedef enum nvmlGpuP2PStatus_enum {
	NVML_P2P_STATUS_OK = 0,
	NVML_P2P_STATUS_CHIPSET_NOT_SUPPORED = 1,
	NVML_P2P_STATUS_CHIPSET_NOT_SUPPORTED = 1,
	NVML_P2P_STATUS_GPU_NOT_SUPPORTED = 2,
	NVML_P2P_STATUS_IOH_TOPOLOGY_NOT_SUPPORTED = 3,
	NVML_P2P_STATUS_DISABLED_BY_REGKEY = 4,
	NVML_P2P_STATUS_NOT_SUPPORTED = 5,
	NVML_P2P_STATUS_UNKNOWN = 6
} nvmlGpuP2PStatus_t;

typedef enum nvmlGpuP2PCapsIndex_enum {
	NVML_P2P_CAPS_INDEX_READ = 0,
	NVML_P2P_CAPS_INDEX_WRITE = 1,
	NVML_P2P_CAPS_INDEX_NVLINK = 2,
	NVML_P2P_CAPS_INDEX_ATOMICS = 3,
	NVML_P2P_CAPS_INDEX_PCI = 4,
	NVML_P2P_CAPS_INDEX_PROP = NVML_P2P_CAPS_INDEX_PCI,
	NVML_P2P_CAPS_INDEX_UNKNOWN = 5
} nvmlGpuP2PCapsIndex_t;

typedef unsigned int nvmlAffinityScope_t;
#define NVML_AFFINITY_SCOPE_NODE 0
#define NVML_AFFINITY_SCOPE_SOCKET 1

/* Reasons for which clocks are low: none of them is known here. */
#define nvmlClocksEventReasonGpuIdle 0x1ULL
#define nvmlClocksEventReasonApplicationsClocksSetting 0x2ULL
#define nvmlClocksEventReasonSwPowerCap 0x4ULL
#define nvmlClocksThrottleReasonHwSlowdown 0x8ULL
#define nvmlClocksEventReasonSyncBoost 0x10ULL
#define nvmlClocksEventReasonSwThermalSlowdown 0x20ULL
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x40ULL
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80ULL
#define nvmlClocksEventReasonDisplayClockSetting 0x100ULL
#define nvmlClocksEventReasonNone 0x0ULL

/* ---- structures -------------------------------------------------------------------- */

typedef struct nvmlPciInfo_st {
	char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
	unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
	char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;

typedef struct {
	unsigned int version, domain, bus, device, pciDeviceId, pciSubSystemId, baseClass,
		subClass;
	char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfoExt_v1_t;
typedef nvmlPciInfoExt_v1_t nvmlPciInfoExt_t;
#define nvmlPciInfoExt_v1 NVML_STRUCT_VERSION(PciInfoExt, 1)

typedef struct nvmlMemory_st {
	unsigned long long total, free, used;
} nvmlMemory_t;

typedef struct nvmlMemory_v2_st {
	unsigned int version;
	unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;
#define nvmlMemory_v2 NVML_STRUCT_VERSION(Memory, 2)

typedef struct nvmlBAR1Memory_st {
	unsigned long long bar1Total, bar1Free, bar1Used;
} nvmlBAR1Memory_t;

typedef struct nvmlUtilization_st {
	unsigned int gpu, memory; /* per cent */
} nvmlUtilization_t;

typedef struct nvmlProcessInfo_v1_st {
	unsigned int pid;
	unsigned long long usedGpuMemory;
} nvmlProcessInfo_v1_t;

typedef struct nvmlProcessInfo_v2_st {
	unsigned int pid;
	unsigned long long usedGpuMemory;
	unsigned int gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_v2_t, nvmlProcessInfo_t;

typedef struct nvmlProcessUtilizationSample_st {
	unsigned int pid;
	unsigned long long timeStamp; /* microseconds */
	unsigned int smUtil, memUtil, encUtil, decUtil;
} nvmlProcessUtilizationSample_t;

typedef struct nvmlDeviceAttributes_st {
	unsigned int multiprocessorCount, sharedCopyEngineCount, sharedDecoderCount,
		sharedEncoderCount, sharedJpegCount, sharedOfaCount, gpuInstanceSliceCount,
		computeInstanceSliceCount;
	unsigned long long memorySizeMB;
} nvmlDeviceAttributes_t;

typedef struct {
	unsigned int version;
	nvmlTemperatureSensors_t sensorType;
	int temperature;
} nvmlTemperature_v1_t;
typedef nvmlTemperature_v1_t nvmlTemperature_t;
#define nvmlTemperature_v1 NVML_STRUCT_VERSION(Temperature, 1)

typedef enum nvmlValueType_enum {
	NVML_VALUE_TYPE_DOUBLE = 0,
	NVML_VALUE_TYPE_UNSIGNED_INT = 1,
	NVML_VALUE_TYPE_UNSIGNED_LONG = 2,
	NVML_VALUE_TYPE_UNSIGNED_LONG_LONG = 3,
	NVML_VALUE_TYPE_SIGNED_LONG_LONG = 4,
	NVML_VALUE_TYPE_SIGNED_INT = 5,
	NVML_VALUE_TYPE_UNSIGNED_SHORT = 6,
	NVML_VALUE_TYPE_COUNT
} nvmlValueType_t;

typedef union nvmlValue_st {
	double dVal;
	int siVal;
	unsigned int uiVal;
	unsigned long ulVal;
	unsigned long long ullVal;
	signed long long sllVal;
	unsigned short usVal;
} nvmlValue_t;

typedef struct nvmlFieldValue_st {
	unsigned int fieldId, scopeId;
	long long timestamp, latencyUsec;
	nvmlValueType_t valueType;
	nvmlReturn_t nvmlReturn; /* of this field */
	nvmlValue_t value;
} nvmlFieldValue_t;

/* Fields that nvmlDeviceGetFieldValues answers. */
#define NVML_FI_DEV_TOTAL_ENERGY_CONSUMPTION 83
#define NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON 90
#define NVML_FI_DEV_NVLINK_LINK_COUNT 91
/* Of the link whose number is the scope. */
#define NVML_FI_DEV_NVLINK_REMOTE_NVLINK_ID 146
#define NVML_FI_DEV_NVLINK_GET_SPEED 164
#define NVML_FI_DEV_NVLINK_GET_STATE 165
#define NVML_FI_DEV_NVLINK_GET_VERSION 166
#define NVML_FI_DEV_POWER_AVERAGE 185
#define NVML_FI_DEV_POWER_INSTANT 186
#define NVML_FI_DEV_MEMORY_TEMP 82
#define NVML_FI_MAX 303

/* ---- the library ------------------------------------------------------------------- */

/* Each init is ended by a shutdown; devices keep their handles from the first to the last. */
nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInitWithFlags(unsigned int __flags);
nvmlReturn_t nvmlShutdown(void);
const char *nvmlErrorString(nvmlReturn_t __result);

/* The versions of the driver, of this library, and of CUDA, which the driver has. */
nvmlReturn_t nvmlSystemGetDriverVersion(char *__version, unsigned int __length);
nvmlReturn_t nvmlSystemGetNVMLVersion(char *__version, unsigned int __length);
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *__cudaDriverVersion);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *__cudaDriverVersion);
/* The program of a process, as it was called. */
nvmlReturn_t nvmlSystemGetProcessName(unsigned int __pid, char *__name, unsigned int __length);

/* ---- devices ----------------------------------------------------------------------- */

/* All that SIMT_DEVICES or SIMT_TOPOLOGY says: CUDA_VISIBLE_DEVICES does not count here. */
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *__deviceCount);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int __index, nvmlDevice_t *__device);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *__uuid, nvmlDevice_t *__device);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *__pciBusId, nvmlDevice_t *__device);
nvmlReturn_t nvmlDeviceGetHandleBySerial(const char *__serial, nvmlDevice_t *__device);

/* What a device is: as cudaDeviceProp has it. */
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t __device, char *__name, unsigned int __length);
nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t __device, nvmlBrandType_t *__type);
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t __device, unsigned int *__index);
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t __device, unsigned int *__minorNumber);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t __device, char *__uuid, unsigned int __length);
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t __device, nvmlPciInfo_t *__pci);
nvmlReturn_t nvmlDeviceGetPciInfoExt(nvmlDevice_t __device, nvmlPciInfoExt_t *__pci);
nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t __device,
                                       nvmlDeviceArchitecture_t *__arch);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t __device, int *__major,
                                                int *__minor);
nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t __device,
                                        nvmlDeviceAttributes_t *__attributes);
nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t __device, unsigned int *__numCores);
nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t __device, unsigned int *__multiGpuBool);
nvmlReturn_t nvmlDeviceGetBoardId(nvmlDevice_t __device, unsigned int *__boardId);
nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t __device, char *__serial, unsigned int __length);
nvmlReturn_t nvmlDeviceGetVbiosVersion(nvmlDevice_t __device, char *__version,
                                       unsigned int __length);
nvmlReturn_t nvmlDeviceGetBoardPartNumber(nvmlDevice_t __device, char *__partNumber,
                                          unsigned int __length);

/* Memory: of all processes that use the device. */
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t __device, nvmlMemory_t *__memory);
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t __device, nvmlMemory_v2_t *__memory);
nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t __device, nvmlBAR1Memory_t *__bar1);
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t __device, unsigned int *__busWidth);

/* What the processor does: it is the device. Readings that the system does not give, as
 * in a virtual machine, are not supported. */
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t __device,
                                           nvmlUtilization_t *__utilization);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t __device, nvmlClockType_t __type,
                                    unsigned int *__clock);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t __device, nvmlClockType_t __type,
                                       unsigned int *__clock);
nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t __device, nvmlClockType_t __clockType,
                                nvmlClockId_t __clockId, unsigned int *__clockMHz);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t __device,
                                      nvmlTemperatureSensors_t __sensorType,
                                      unsigned int *__temp);
nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t __device, nvmlTemperature_t *__t);
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t __device, unsigned int *__power);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t __device,
                                                 unsigned long long *__energy);
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t __device, nvmlPstates_t *__pState);
nvmlReturn_t nvmlDeviceGetPowerState(nvmlDevice_t __device, nvmlPstates_t *__pState);
nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t __device,
                                                    unsigned long long *__reasons);
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t __device,
                                                       unsigned long long *__reasons);
nvmlReturn_t nvmlDeviceGetSupportedClocksEventReasons(nvmlDevice_t __device,
                                                      unsigned long long *__reasons);
nvmlReturn_t nvmlDeviceGetSupportedClocksThrottleReasons(nvmlDevice_t __device,
                                                         unsigned long long *__reasons);
nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t __device, int __valuesCount,
                                      nvmlFieldValue_t *__values);

/* Modes, which cannot be changed. */
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t __device, nvmlComputeMode_t *__mode);
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t __device, nvmlEnableState_t *__mode);
nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t __device, nvmlEnableState_t *__display);
nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t __device, nvmlEnableState_t *__isActive);
nvmlReturn_t nvmlDeviceGetAccountingMode(nvmlDevice_t __device, nvmlEnableState_t *__mode);
nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t __device, unsigned int *__currentMode,
                                  unsigned int *__pendingMode);
nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t __device, unsigned int *__isMigDevice);
nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t __device, unsigned int *__count);

/* Processes whose device code runs here. infoCount: the room, then how many there are. */
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t __device,
                                                     unsigned int *__infoCount,
                                                     nvmlProcessInfo_t *__infos);
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t __device,
                                                      unsigned int *__infoCount,
                                                      nvmlProcessInfo_t *__infos);
nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v3(nvmlDevice_t __device,
                                                        unsigned int *__infoCount,
                                                        nvmlProcessInfo_t *__infos);
nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t __device,
                                             nvmlProcessUtilizationSample_t *__utilization,
                                             unsigned int *__processSamplesCount,
                                             unsigned long long __lastSeenTimeStamp);

/* Devices share the machine's processors, and reach each other's memory. */
nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t __device1,
                                                 nvmlDevice_t __device2,
                                                 nvmlGpuTopologyLevel_t *__pathInfo);
nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t __device1, nvmlDevice_t __device2,
                                   int *__onSameBoard);
nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t __device1, nvmlDevice_t __device2,
                                    nvmlGpuP2PCapsIndex_t __p2pIndex,
                                    nvmlGpuP2PStatus_t *__p2pStatus);
nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t __device, unsigned int __cpuSetSize,
                                      unsigned long *__cpuSet);
nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t __device,
                                                 unsigned int __cpuSetSize,
                                                 unsigned long *__cpuSet,
                                                 nvmlAffinityScope_t __scope);

/* ---- not supported ----------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t __device, unsigned int *__speed);
nvmlReturn_t nvmlDeviceGetFanSpeed_v2(nvmlDevice_t __device, unsigned int __fan,
                                      unsigned int *__speed);
nvmlReturn_t nvmlDeviceGetNumFans(nvmlDevice_t __device, unsigned int *__numFans);
nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t __device,
                                               nvmlTemperatureThresholds_t __thresholdType,
                                               unsigned int *__temp);
nvmlReturn_t nvmlDeviceGetPowerManagementMode(nvmlDevice_t __device,
                                              nvmlEnableState_t *__mode);
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t __device, unsigned int *__limit);
nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t __device,
                                                      unsigned int *__defaultLimit);
nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t __device,
                                                          unsigned int *__minLimit,
                                                          unsigned int *__maxLimit);
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t __device, unsigned int *__limit);
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t __device,
                                            nvmlClockType_t __clockType,
                                            unsigned int *__clockMHz);
nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t __device, unsigned int *__count,
                                                unsigned int *__clocksMHz);
nvmlReturn_t nvmlDeviceGetSupportedGraphicsClocks(nvmlDevice_t __device,
                                                  unsigned int __memoryClockMHz,
                                                  unsigned int *__count,
                                                  unsigned int *__clocksMHz);
nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t __device, nvmlEnableState_t *__current,
                                  nvmlEnableState_t *__pending);
nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t __device,
                                         nvmlMemoryErrorType_t __errorType,
                                         nvmlEccCounterType_t __counterType,
                                         unsigned long long *__eccCounts);
nvmlReturn_t nvmlDeviceGetEncoderUtilization(nvmlDevice_t __device,
                                             unsigned int *__utilization,
                                             unsigned int *__samplingPeriodUs);
nvmlReturn_t nvmlDeviceGetDecoderUtilization(nvmlDevice_t __device,
                                             unsigned int *__utilization,
                                             unsigned int *__samplingPeriodUs);
nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t __device,
                                         nvmlPcieUtilCounter_t __counter,
                                         unsigned int *__value);
nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t __device, unsigned int *__gen);
nvmlReturn_t nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t __device, unsigned int *__width);
nvmlReturn_t nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t __device, unsigned int *__gen);
nvmlReturn_t nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t __device, unsigned int *__width);
nvmlReturn_t nvmlDeviceGetDriverModel_v2(nvmlDevice_t __device, nvmlDriverModel_t *__current,
                                         nvmlDriverModel_t *__pending);
nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t __device, unsigned int __link,
                                      nvmlEnableState_t *__isActive);
nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t __device, unsigned int __index,
                                                 nvmlDevice_t *__migDevice);
nvmlReturn_t nvmlDeviceSetPersistenceMode(nvmlDevice_t __device, nvmlEnableState_t __mode);
nvmlReturn_t nvmlDeviceSetComputeMode(nvmlDevice_t __device, nvmlComputeMode_t __mode);
nvmlReturn_t nvmlDeviceSetPowerManagementLimit(nvmlDevice_t __device, unsigned int __limit);
nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t __device, unsigned int __minMHz,
                                          unsigned int __maxMHz);
nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t __device);
nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t __device, unsigned int __memMHz,
                                             unsigned int __graphicsMHz);

#include "simt/nvml_rare.h"

/* ---- the newest forms have the plain names ----------------------------------------- */

#ifndef NVML_NO_UNVERSIONED_FUNC_DEFS
#define nvmlInit nvmlInit_v2
#define nvmlDeviceGetCount nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3
#define nvmlDeviceGetAttributes nvmlDeviceGetAttributes_v2
#define nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v3
#define nvmlDeviceGetGraphicsRunningProcesses nvmlDeviceGetGraphicsRunningProcesses_v3
#define nvmlDeviceGetMPSComputeRunningProcesses nvmlDeviceGetMPSComputeRunningProcesses_v3
#define nvmlDeviceGetDriverModel nvmlDeviceGetDriverModel_v2
#define nvmlEventSetWait nvmlEventSetWait_v2
#endif

#ifdef __cplusplus
}
#endif

#endif
