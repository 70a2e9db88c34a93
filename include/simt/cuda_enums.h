/* simt/cuda_enums.h - the enumerations of the runtime interface. Names and numbers are CUDA 13's:
 * programs that its compiler built pass them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Results of calls; simt/cuda_error.def has the number and the sentence of each. */
enum cudaError {
#define CUDA_ERROR(name, value, text) name = value,
#include "simt/cuda_error.def"
#undef CUDA_ERROR
};
typedef enum cudaError cudaError_t;

/* The format of a channel's bits. */
enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned = 0,
	cudaChannelFormatKindUnsigned = 1,
	cudaChannelFormatKindFloat = 2,
	cudaChannelFormatKindNone = 3,
	cudaChannelFormatKindNV12 = 4,
	cudaChannelFormatKindUnsignedNormalized8X1 = 5,
	cudaChannelFormatKindUnsignedNormalized8X2 = 6,
	cudaChannelFormatKindUnsignedNormalized8X4 = 7,
	cudaChannelFormatKindUnsignedNormalized16X1 = 8,
	cudaChannelFormatKindUnsignedNormalized16X2 = 9,
	cudaChannelFormatKindUnsignedNormalized16X4 = 10,
	cudaChannelFormatKindSignedNormalized8X1 = 11,
	cudaChannelFormatKindSignedNormalized8X2 = 12,
	cudaChannelFormatKindSignedNormalized8X4 = 13,
	cudaChannelFormatKindSignedNormalized16X1 = 14,
	cudaChannelFormatKindSignedNormalized16X2 = 15,
	cudaChannelFormatKindSignedNormalized16X4 = 16,
	cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
	cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
	cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
	cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
	cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
	cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
	cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
	cudaChannelFormatKindSignedBlockCompressed4 = 24,
	cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
	cudaChannelFormatKindSignedBlockCompressed5 = 26,
	cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
	cudaChannelFormatKindSignedBlockCompressed6H = 28,
	cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
	cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
	cudaChannelFormatKindUnsignedNormalized1010102 = 31,
};

/* Kinds of memory that a pointer points to. */
enum cudaMemoryType {
	cudaMemoryTypeUnregistered = 0,
	cudaMemoryTypeHost = 1,
	cudaMemoryTypeDevice = 2,
	cudaMemoryTypeManaged = 3,
};

/* From where to where a copy goes; Default: the addresses tell. */
enum cudaMemcpyKind {
	cudaMemcpyHostToHost = 0,
	cudaMemcpyHostToDevice = 1,
	cudaMemcpyDeviceToHost = 2,
	cudaMemcpyDeviceToDevice = 3,
	cudaMemcpyDefault = 4,
};

/* How an access-policy window is to be cached. */
enum cudaAccessProperty {
	cudaAccessPropertyNormal = 0,
	cudaAccessPropertyStreaming = 1,
	cudaAccessPropertyPersisting = 2,
};

/* Whether a stream is being captured. */
enum cudaStreamCaptureStatus {
	cudaStreamCaptureStatusNone = 0,
	cudaStreamCaptureStatusActive = 1,
	cudaStreamCaptureStatusInvalidated = 2,
};

/* Which unsafe calls a capture forbids. */
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal = 0,
	cudaStreamCaptureModeThreadLocal = 1,
	cudaStreamCaptureModeRelaxed = 2,
};

/* How a host thread waits. */
enum cudaSynchronizationPolicy {
	cudaSyncPolicyAuto = 1,
	cudaSyncPolicySpin = 2,
	cudaSyncPolicyYield = 3,
	cudaSyncPolicyBlockingSync = 4,
};

/* How ctas of a cluster are placed. */
enum cudaClusterSchedulingPolicy {
	cudaClusterSchedulingPolicyDefault = 0,
	cudaClusterSchedulingPolicySpread = 1,
	cudaClusterSchedulingPolicyLoadBalancing = 2,
};

/* cudaStreamUpdateCaptureDependencies. */
enum cudaStreamUpdateCaptureDependenciesFlags {
	cudaStreamAddCaptureDependencies = 0,
	cudaStreamSetCaptureDependencies = 1,
};

/* cudaUserObjectCreate. */
enum cudaUserObjectFlags {
	cudaUserObjectNoDestructorSync = 1,
};

/* cudaGraphRetainUserObject. */
enum cudaUserObjectRetainFlags {
	cudaGraphUserObjectMove = 1,
};

/* cudaGraphicsGLRegisterBuffer and its like. */
enum cudaGraphicsRegisterFlags {
	cudaGraphicsRegisterFlagsNone = 0,
	cudaGraphicsRegisterFlagsReadOnly = 1,
	cudaGraphicsRegisterFlagsWriteDiscard = 2,
	cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
	cudaGraphicsRegisterFlagsTextureGather = 8,
};

/* cudaGraphicsResourceSetMapFlags. */
enum cudaGraphicsMapFlags {
	cudaGraphicsMapFlagsNone = 0,
	cudaGraphicsMapFlagsReadOnly = 1,
	cudaGraphicsMapFlagsWriteDiscard = 2,
};

/* cudaGraphicsSubResourceGetMappedArray: a face of a cube map. */
enum cudaGraphicsCubeFace {
	cudaGraphicsCubeFacePositiveX = 0,
	cudaGraphicsCubeFaceNegativeX = 1,
	cudaGraphicsCubeFacePositiveY = 2,
	cudaGraphicsCubeFaceNegativeY = 3,
	cudaGraphicsCubeFacePositiveZ = 4,
	cudaGraphicsCubeFaceNegativeZ = 5,
};

/* Kinds of memory that a texture or surface reads. */
enum cudaResourceType {
	cudaResourceTypeArray = 0,
	cudaResourceTypeMipmappedArray = 1,
	cudaResourceTypeLinear = 2,
	cudaResourceTypePitch2D = 3,
};

/* How a texture reinterprets its texels. */
enum cudaResourceViewFormat {
	cudaResViewFormatNone = 0,
	cudaResViewFormatUnsignedChar1 = 1,
	cudaResViewFormatUnsignedChar2 = 2,
	cudaResViewFormatUnsignedChar4 = 3,
	cudaResViewFormatSignedChar1 = 4,
	cudaResViewFormatSignedChar2 = 5,
	cudaResViewFormatSignedChar4 = 6,
	cudaResViewFormatUnsignedShort1 = 7,
	cudaResViewFormatUnsignedShort2 = 8,
	cudaResViewFormatUnsignedShort4 = 9,
	cudaResViewFormatSignedShort1 = 0xa,
	cudaResViewFormatSignedShort2 = 0xb,
	cudaResViewFormatSignedShort4 = 0xc,
	cudaResViewFormatUnsignedInt1 = 0xd,
	cudaResViewFormatUnsignedInt2 = 0xe,
	cudaResViewFormatUnsignedInt4 = 0xf,
	cudaResViewFormatSignedInt1 = 0x10,
	cudaResViewFormatSignedInt2 = 0x11,
	cudaResViewFormatSignedInt4 = 0x12,
	cudaResViewFormatHalf1 = 0x13,
	cudaResViewFormatHalf2 = 0x14,
	cudaResViewFormatHalf4 = 0x15,
	cudaResViewFormatFloat1 = 0x16,
	cudaResViewFormatFloat2 = 0x17,
	cudaResViewFormatFloat4 = 0x18,
	cudaResViewFormatUnsignedBlockCompressed1 = 0x19,
	cudaResViewFormatUnsignedBlockCompressed2 = 0x1a,
	cudaResViewFormatUnsignedBlockCompressed3 = 0x1b,
	cudaResViewFormatUnsignedBlockCompressed4 = 0x1c,
	cudaResViewFormatSignedBlockCompressed4 = 0x1d,
	cudaResViewFormatUnsignedBlockCompressed5 = 0x1e,
	cudaResViewFormatSignedBlockCompressed5 = 0x1f,
	cudaResViewFormatUnsignedBlockCompressed6H = 0x20,
	cudaResViewFormatSignedBlockCompressed6H = 0x21,
	cudaResViewFormatUnsignedBlockCompressed7 = 0x22,
};

/* Attributes of cudaFuncSetAttribute. */
enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
	cudaFuncAttributePreferredSharedMemoryCarveout = 9,
	cudaFuncAttributeClusterDimMustBeSet = 10,
	cudaFuncAttributeRequiredClusterWidth = 11,
	cudaFuncAttributeRequiredClusterHeight = 12,
	cudaFuncAttributeRequiredClusterDepth = 13,
	cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
	cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
	cudaFuncAttributeMax = 16,
};

/* A wish for more L1 cache or more shared memory; has no effect here. */
enum cudaFuncCache {
	cudaFuncCachePreferNone = 0,
	cudaFuncCachePreferShared = 1,
	cudaFuncCachePreferL1 = 2,
	cudaFuncCachePreferEqual = 3,
};

/* Bank width of shared memory; has no effect. */
enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault = 0,
	cudaSharedMemBankSizeFourByte = 1,
	cudaSharedMemBankSizeEightByte = 2,
};

/* Named values of cudaFuncAttributePreferredSharedMemoryCarveout. */
enum cudaSharedCarveout {
	cudaSharedmemCarveoutDefault = -1,
	cudaSharedmemCarveoutMaxShared = 100,
	cudaSharedmemCarveoutMaxL1 = 0,
};

/* Compute modes: which threads and processes may use a device. */
enum cudaComputeMode {
	cudaComputeModeDefault = 0,
	cudaComputeModeExclusive = 1,
	cudaComputeModeProhibited = 2,
	cudaComputeModeExclusiveProcess = 3,
};

/* cudaDeviceSetLimit and cudaDeviceGetLimit. */
enum cudaLimit {
	cudaLimitStackSize = 0,
	cudaLimitPrintfFifoSize = 1,
	cudaLimitMallocHeapSize = 2,
	cudaLimitDevRuntimeSyncDepth = 3,
	cudaLimitDevRuntimePendingLaunchCount = 4,
	cudaLimitMaxL2FetchGranularity = 5,
	cudaLimitPersistingL2CacheSize = 6,
};

/* Hints about managed memory. */
enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1,
	cudaMemAdviseUnsetReadMostly = 2,
	cudaMemAdviseSetPreferredLocation = 3,
	cudaMemAdviseUnsetPreferredLocation = 4,
	cudaMemAdviseSetAccessedBy = 5,
	cudaMemAdviseUnsetAccessedBy = 6,
};

/* Attributes of cudaMemRangeGetAttribute. */
enum cudaMemRangeAttribute {
	cudaMemRangeAttributeReadMostly = 1,
	cudaMemRangeAttributePreferredLocation = 2,
	cudaMemRangeAttributeAccessedBy = 3,
	cudaMemRangeAttributeLastPrefetchLocation = 4,
	cudaMemRangeAttributePreferredLocationType = 5,
	cudaMemRangeAttributePreferredLocationId = 6,
	cudaMemRangeAttributeLastPrefetchLocationType = 7,
	cudaMemRangeAttributeLastPrefetchLocationId = 8,
};

enum cudaFlushGPUDirectRDMAWritesOptions {
	cudaFlushGPUDirectRDMAWritesOptionHost = 1,
	cudaFlushGPUDirectRDMAWritesOptionMemOps = 2,
};

enum cudaGPUDirectRDMAWritesOrdering {
	cudaGPUDirectRDMAWritesOrderingNone = 0,
	cudaGPUDirectRDMAWritesOrderingOwner = 100,
	cudaGPUDirectRDMAWritesOrderingAllDevices = 200,
};

enum cudaFlushGPUDirectRDMAWritesScope {
	cudaFlushGPUDirectRDMAWritesToOwner = 100,
	cudaFlushGPUDirectRDMAWritesToAllDevices = 200,
};

enum cudaFlushGPUDirectRDMAWritesTarget {
	cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0,
};

/* Attributes of cudaDeviceGetAttribute. */
enum cudaDeviceAttr {
	cudaDevAttrMaxThreadsPerBlock = 1,
	cudaDevAttrMaxBlockDimX = 2,
	cudaDevAttrMaxBlockDimY = 3,
	cudaDevAttrMaxBlockDimZ = 4,
	cudaDevAttrMaxGridDimX = 5,
	cudaDevAttrMaxGridDimY = 6,
	cudaDevAttrMaxGridDimZ = 7,
	cudaDevAttrMaxSharedMemoryPerBlock = 8,
	cudaDevAttrTotalConstantMemory = 9,
	cudaDevAttrWarpSize = 10,
	cudaDevAttrMaxPitch = 11,
	cudaDevAttrMaxRegistersPerBlock = 12,
	cudaDevAttrClockRate = 13,
	cudaDevAttrTextureAlignment = 14,
	cudaDevAttrGpuOverlap = 15,
	cudaDevAttrMultiProcessorCount = 16,
	cudaDevAttrKernelExecTimeout = 17,
	cudaDevAttrIntegrated = 18,
	cudaDevAttrCanMapHostMemory = 19,
	cudaDevAttrComputeMode = 20,
	cudaDevAttrMaxTexture1DWidth = 21,
	cudaDevAttrMaxTexture2DWidth = 22,
	cudaDevAttrMaxTexture2DHeight = 23,
	cudaDevAttrMaxTexture3DWidth = 24,
	cudaDevAttrMaxTexture3DHeight = 25,
	cudaDevAttrMaxTexture3DDepth = 26,
	cudaDevAttrMaxTexture2DLayeredWidth = 27,
	cudaDevAttrMaxTexture2DLayeredHeight = 28,
	cudaDevAttrMaxTexture2DLayeredLayers = 29,
	cudaDevAttrSurfaceAlignment = 30,
	cudaDevAttrConcurrentKernels = 31,
	cudaDevAttrEccEnabled = 32,
	cudaDevAttrPciBusId = 33,
	cudaDevAttrPciDeviceId = 34,
	cudaDevAttrTccDriver = 35,
	cudaDevAttrMemoryClockRate = 36,
	cudaDevAttrGlobalMemoryBusWidth = 37,
	cudaDevAttrL2CacheSize = 38,
	cudaDevAttrMaxThreadsPerMultiProcessor = 39,
	cudaDevAttrAsyncEngineCount = 40,
	cudaDevAttrUnifiedAddressing = 41,
	cudaDevAttrMaxTexture1DLayeredWidth = 42,
	cudaDevAttrMaxTexture1DLayeredLayers = 43,
	cudaDevAttrMaxTexture2DGatherWidth = 45,
	cudaDevAttrMaxTexture2DGatherHeight = 46,
	cudaDevAttrMaxTexture3DWidthAlt = 47,
	cudaDevAttrMaxTexture3DHeightAlt = 48,
	cudaDevAttrMaxTexture3DDepthAlt = 49,
	cudaDevAttrPciDomainId = 50,
	cudaDevAttrTexturePitchAlignment = 51,
	cudaDevAttrMaxTextureCubemapWidth = 52,
	cudaDevAttrMaxTextureCubemapLayeredWidth = 53,
	cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
	cudaDevAttrMaxSurface1DWidth = 55,
	cudaDevAttrMaxSurface2DWidth = 56,
	cudaDevAttrMaxSurface2DHeight = 57,
	cudaDevAttrMaxSurface3DWidth = 58,
	cudaDevAttrMaxSurface3DHeight = 59,
	cudaDevAttrMaxSurface3DDepth = 60,
	cudaDevAttrMaxSurface1DLayeredWidth = 61,
	cudaDevAttrMaxSurface1DLayeredLayers = 62,
	cudaDevAttrMaxSurface2DLayeredWidth = 63,
	cudaDevAttrMaxSurface2DLayeredHeight = 64,
	cudaDevAttrMaxSurface2DLayeredLayers = 65,
	cudaDevAttrMaxSurfaceCubemapWidth = 66,
	cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67,
	cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
	cudaDevAttrMaxTexture1DLinearWidth = 69,
	cudaDevAttrMaxTexture2DLinearWidth = 70,
	cudaDevAttrMaxTexture2DLinearHeight = 71,
	cudaDevAttrMaxTexture2DLinearPitch = 72,
	cudaDevAttrMaxTexture2DMipmappedWidth = 73,
	cudaDevAttrMaxTexture2DMipmappedHeight = 74,
	cudaDevAttrComputeCapabilityMajor = 75,
	cudaDevAttrComputeCapabilityMinor = 76,
	cudaDevAttrMaxTexture1DMipmappedWidth = 77,
	cudaDevAttrStreamPrioritiesSupported = 78,
	cudaDevAttrGlobalL1CacheSupported = 79,
	cudaDevAttrLocalL1CacheSupported = 80,
	cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
	cudaDevAttrMaxRegistersPerMultiprocessor = 82,
	cudaDevAttrManagedMemory = 83,
	cudaDevAttrIsMultiGpuBoard = 84,
	cudaDevAttrMultiGpuBoardGroupID = 85,
	cudaDevAttrHostNativeAtomicSupported = 86,
	cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
	cudaDevAttrPageableMemoryAccess = 88,
	cudaDevAttrConcurrentManagedAccess = 89,
	cudaDevAttrComputePreemptionSupported = 90,
	cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
	cudaDevAttrCooperativeLaunch = 95,
	cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
	cudaDevAttrCanFlushRemoteWrites = 98,
	cudaDevAttrHostRegisterSupported = 99,
	cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
	cudaDevAttrDirectManagedMemAccessFromHost = 101,
	cudaDevAttrMaxBlocksPerMultiprocessor = 106,
	cudaDevAttrMaxPersistingL2CacheSize = 108,
	cudaDevAttrMaxAccessPolicyWindowSize = 109,
	cudaDevAttrReservedSharedMemoryPerBlock = 111,
	cudaDevAttrSparseCudaArraySupported = 112,
	cudaDevAttrHostRegisterReadOnlySupported = 113,
	cudaDevAttrTimelineSemaphoreInteropSupported = 114,
	cudaDevAttrMemoryPoolsSupported = 115,
	cudaDevAttrGPUDirectRDMASupported = 116,
	cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
	cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
	cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
	cudaDevAttrClusterLaunch = 120,
	cudaDevAttrDeferredMappingCudaArraySupported = 121,
	cudaDevAttrIpcEventSupport = 125,
	cudaDevAttrMemSyncDomainCount = 126,
	cudaDevAttrNumaConfig = 130,
	cudaDevAttrNumaId = 131,
	cudaDevAttrMpsEnabled = 133,
	cudaDevAttrHostNumaId = 134,
	cudaDevAttrD3D12CigSupported = 135,
	cudaDevAttrVulkanCigSupported = 138,
	cudaDevAttrGpuPciDeviceId = 139,
	cudaDevAttrGpuPciSubsystemId = 140,
	cudaDevAttrHostNumaMemoryPoolsSupported = 142,
	cudaDevAttrHostNumaMultinodeIpcSupported = 143,
	cudaDevAttrHostMemoryPoolsSupported = 144,
	cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
	cudaDevAttrMax = 148,
};

/* Settings and counters of a memory pool. */
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1,
	cudaMemPoolReuseAllowOpportunistic = 2,
	cudaMemPoolReuseAllowInternalDependencies = 3,
	cudaMemPoolAttrReleaseThreshold = 4,
	cudaMemPoolAttrReservedMemCurrent = 5,
	cudaMemPoolAttrReservedMemHigh = 6,
	cudaMemPoolAttrUsedMemCurrent = 7,
	cudaMemPoolAttrUsedMemHigh = 8,
};

/* Kinds of locations of memory. */
enum cudaMemLocationType {
	cudaMemLocationTypeInvalid = 0,
	cudaMemLocationTypeNone = 0,
	cudaMemLocationTypeDevice = 1,
	cudaMemLocationTypeHost = 2,
	cudaMemLocationTypeHostNuma = 3,
	cudaMemLocationTypeHostNumaCurrent = 4,
};

/* Access of a location to a pool. */
enum cudaMemAccessFlags {
	cudaMemAccessFlagsProtNone = 0,
	cudaMemAccessFlagsProtRead = 1,
	cudaMemAccessFlagsProtReadWrite = 3,
};

/* Kinds of allocations of a pool. */
enum cudaMemAllocationType {
	cudaMemAllocationTypeInvalid = 0,
	cudaMemAllocationTypePinned = 1,
	cudaMemAllocationTypeManaged = 2,
	cudaMemAllocationTypeMax = 0x7fffffff,
};

/* How a pool can be shared between processes. */
enum cudaMemAllocationHandleType {
	cudaMemHandleTypeNone = 0,
	cudaMemHandleTypePosixFileDescriptor = 1,
	cudaMemHandleTypeWin32 = 2,
	cudaMemHandleTypeWin32Kmt = 4,
	cudaMemHandleTypeFabric = 8,
};

enum cudaGraphMemAttributeType {
	cudaGraphMemAttrUsedMemCurrent = 0,
	cudaGraphMemAttrUsedMemHigh = 1,
	cudaGraphMemAttrReservedMemCurrent = 2,
	cudaGraphMemAttrReservedMemHigh = 3,
};

enum cudaMemcpyFlags {
	cudaMemcpyFlagDefault = 0,
	cudaMemcpyFlagPreferOverlapWithCompute = 1,
};

enum cudaMemcpySrcAccessOrder {
	cudaMemcpySrcAccessOrderInvalid = 0,
	cudaMemcpySrcAccessOrderStream = 1,
	cudaMemcpySrcAccessOrderDuringApiCall = 2,
	cudaMemcpySrcAccessOrderAny = 3,
	cudaMemcpySrcAccessOrderMax = 0x7fffffff,
};

enum cudaMemcpy3DOperandType {
	cudaMemcpyOperandTypePointer = 1,
	cudaMemcpyOperandTypeArray = 2,
	cudaMemcpyOperandTypeMax = 0x7fffffff,
};

/* Links between two devices. */
enum cudaDeviceP2PAttr {
	cudaDevP2PAttrPerformanceRank = 1,
	cudaDevP2PAttrAccessSupported = 2,
	cudaDevP2PAttrNativeAtomicSupported = 3,
	cudaDevP2PAttrCudaArrayAccessSupported = 4,
	cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5,
};

enum cudaAtomicOperation {
	cudaAtomicOperationIntegerAdd = 0,
	cudaAtomicOperationIntegerMin = 1,
	cudaAtomicOperationIntegerMax = 2,
	cudaAtomicOperationIntegerIncrement = 3,
	cudaAtomicOperationIntegerDecrement = 4,
	cudaAtomicOperationAnd = 5,
	cudaAtomicOperationOr = 6,
	cudaAtomicOperationXOR = 7,
	cudaAtomicOperationExchange = 8,
	cudaAtomicOperationCAS = 9,
	cudaAtomicOperationFloatAdd = 10,
	cudaAtomicOperationFloatMin = 11,
	cudaAtomicOperationFloatMax = 12,
};

enum cudaAtomicOperationCapability {
	cudaAtomicCapabilitySigned = 1,
	cudaAtomicCapabilityUnsigned = 2,
	cudaAtomicCapabilityReduction = 4,
	cudaAtomicCapabilityScalar32 = 8,
	cudaAtomicCapabilityScalar64 = 16,
	cudaAtomicCapabilityScalar128 = 32,
	cudaAtomicCapabilityVector32x4 = 64,
};

/* Options of loading code. */
enum cudaJitOption {
	cudaJitMaxRegisters = 0,
	cudaJitThreadsPerBlock = 1,
	cudaJitWallTime = 2,
	cudaJitInfoLogBuffer = 3,
	cudaJitInfoLogBufferSizeBytes = 4,
	cudaJitErrorLogBuffer = 5,
	cudaJitErrorLogBufferSizeBytes = 6,
	cudaJitOptimizationLevel = 7,
	cudaJitFallbackStrategy = 10,
	cudaJitGenerateDebugInfo = 11,
	cudaJitLogVerbose = 12,
	cudaJitGenerateLineInfo = 13,
	cudaJitCacheMode = 14,
	cudaJitPositionIndependentCode = 30,
	cudaJitMinCtaPerSm = 31,
	cudaJitMaxThreadsPerBlock = 32,
	cudaJitOverrideDirectiveValues = 33,
};

enum cudaLibraryOption {
	cudaLibraryHostUniversalFunctionAndDataTable = 0,
	cudaLibraryBinaryIsPreserved = 1,
};

enum cudaJit_CacheMode {
	cudaJitCacheOptionNone = 0,
	cudaJitCacheOptionCG = 1,
	cudaJitCacheOptionCA = 2,
};

enum cudaJit_Fallback {
	cudaPreferPtx = 0,
	cudaPreferBinary = 1,
};

enum cudaGraphConditionalHandleFlags {
	cudaGraphCondAssignDefault = 1,
};

enum cudaGraphConditionalNodeType {
	cudaGraphCondTypeIf = 0,
	cudaGraphCondTypeWhile = 1,
	cudaGraphCondTypeSwitch = 2,
};

/* Kinds of graph nodes. */
enum cudaGraphNodeType {
	cudaGraphNodeTypeKernel = 0,
	cudaGraphNodeTypeMemcpy = 1,
	cudaGraphNodeTypeMemset = 2,
	cudaGraphNodeTypeHost = 3,
	cudaGraphNodeTypeGraph = 4,
	cudaGraphNodeTypeEmpty = 5,
	cudaGraphNodeTypeWaitEvent = 6,
	cudaGraphNodeTypeEventRecord = 7,
	cudaGraphNodeTypeExtSemaphoreSignal = 8,
	cudaGraphNodeTypeExtSemaphoreWait = 9,
	cudaGraphNodeTypeMemAlloc = 0xa,
	cudaGraphNodeTypeMemFree = 0xb,
	cudaGraphNodeTypeConditional = 0xd,
	cudaGraphNodeTypeCount = 14,
};

enum cudaGraphChildGraphNodeOwnership {
	cudaGraphChildGraphOwnershipClone = 0,
	cudaGraphChildGraphOwnershipMove = 1,
};

typedef enum cudaGraphDependencyType_enum {
	cudaGraphDependencyTypeDefault = 0,
	cudaGraphDependencyTypeProgrammatic = 1,
} cudaGraphDependencyType;

/* Why an instantiated graph could not be updated. */
enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess = 0,
	cudaGraphExecUpdateError = 1,
	cudaGraphExecUpdateErrorTopologyChanged = 2,
	cudaGraphExecUpdateErrorNodeTypeChanged = 3,
	cudaGraphExecUpdateErrorFunctionChanged = 4,
	cudaGraphExecUpdateErrorParametersChanged = 5,
	cudaGraphExecUpdateErrorNotSupported = 6,
	cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
	cudaGraphExecUpdateErrorAttributesChanged = 8,
};

typedef enum cudaGraphInstantiateResult {
	cudaGraphInstantiateSuccess = 0,
	cudaGraphInstantiateError = 1,
	cudaGraphInstantiateInvalidStructure = 2,
	cudaGraphInstantiateNodeOperationNotSupported = 3,
	cudaGraphInstantiateMultipleDevicesNotSupported = 4,
	cudaGraphInstantiateConditionalHandleUnused = 5,
} cudaGraphInstantiateResult;

enum cudaGraphKernelNodeField {
	cudaGraphKernelNodeFieldInvalid = 0,
	cudaGraphKernelNodeFieldGridDim = 1,
	cudaGraphKernelNodeFieldParam = 2,
	cudaGraphKernelNodeFieldEnabled = 3,
};

enum cudaGraphDebugDotFlags {
	cudaGraphDebugDotFlagsVerbose = 1,
	cudaGraphDebugDotFlagsKernelNodeParams = 4,
	cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
	cudaGraphDebugDotFlagsMemsetNodeParams = 16,
	cudaGraphDebugDotFlagsHostNodeParams = 32,
	cudaGraphDebugDotFlagsEventNodeParams = 64,
	cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
	cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
	cudaGraphDebugDotFlagsKernelNodeAttributes = 512,
	cudaGraphDebugDotFlagsHandles = 1024,
	cudaGraphDebugDotFlagsConditionalNodeParams = 32768,
};

enum cudaGraphInstantiateFlags {
	cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
	cudaGraphInstantiateFlagUpload = 2,
	cudaGraphInstantiateFlagDeviceLaunch = 4,
	cudaGraphInstantiateFlagUseNodePriority = 8,
};

typedef enum cudaLaunchMemSyncDomain {
	cudaLaunchMemSyncDomainDefault = 0,
	cudaLaunchMemSyncDomainRemote = 1,
} cudaLaunchMemSyncDomain;

/* Attributes of launches, streams and kernel nodes. */
typedef enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore = 0,
	cudaLaunchAttributeAccessPolicyWindow = 1,
	cudaLaunchAttributeCooperative = 2,
	cudaLaunchAttributeSynchronizationPolicy = 3,
	cudaLaunchAttributeClusterDimension = 4,
	cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
	cudaLaunchAttributeProgrammaticStreamSerialization = 6,
	cudaLaunchAttributeProgrammaticEvent = 7,
	cudaLaunchAttributePriority = 8,
	cudaLaunchAttributeMemSyncDomainMap = 9,
	cudaLaunchAttributeMemSyncDomain = 10,
	cudaLaunchAttributePreferredClusterDimension = 11,
	cudaLaunchAttributeLaunchCompletionEvent = 12,
	cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
	cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
	cudaLaunchAttributeNvlinkUtilCentricScheduling = 16,
} cudaLaunchAttributeID;

enum cudaDeviceNumaConfig {
	cudaDeviceNumaConfigNone = 0,
	cudaDeviceNumaConfigNumaNode = 1,
};
