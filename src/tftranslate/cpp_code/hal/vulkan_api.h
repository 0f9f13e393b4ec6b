// What is used of Vulkan's C interface, declared here: so it is compiled the same with and without Vulkan's own headers, which are not
// needed, and stands in a namespace, where it meets no other declaration. Source: Vulkan 1.2 specification.

#include <dlfcn.h>

namespace iree {
namespace hal {
namespace vulkan {

using Flags = uint32_t;
using Bool = uint32_t;
using Size = uint64_t;
using Handle = uint64_t;  // of what is no pointer on machines of 64 bits either
using Instance = struct InstanceObject*;
using PhysicalDevice = struct PhysicalDeviceObject*;
using LogicalDevice = struct LogicalDeviceObject*;
using Queue = struct QueueObject*;
using Commands = struct CommandsObject*;
using Result = int32_t;

constexpr Result kSuccess = 0, kTimeout = 2;
constexpr uint32_t kVersion = 1u << 22 | 2u << 12;  // 1.2
constexpr Flags kQueueCompute = 2, kShaderStageCompute = 0x20;
constexpr Flags kBufferTransferSource = 1, kBufferTransferTarget = 2, kBufferUniformTexel = 4, kBufferStorage = 0x20;
constexpr Flags kMemoryDeviceLocal = 1, kMemoryHostVisible = 2, kMemoryHostCoherent = 4, kMemoryHostCached = 8;
constexpr Flags kStageCompute = 0x800, kStageTransfer = 0x1000, kStageHost = 0x4000;
constexpr Flags kAccessShaderRead = 0x20, kAccessShaderWrite = 0x40, kAccessTransferRead = 0x800, kAccessTransferWrite = 0x1000;
constexpr Flags kAccessHostRead = 0x2000, kAccessHostWrite = 0x4000;
constexpr uint32_t kDescriptorUniformTexel = 4, kDescriptorStorage = 7, kBindCompute = 1;
constexpr uint32_t kSemaphoreTimeline = 1, kDeviceKindIntegrated = 1, kDeviceKindDiscrete = 2;
constexpr Size kWhole = ~Size{0};

// The number that each structure begins with.
enum StructureType : uint32_t {
  kApplicationInfo = 0,
  kInstanceCreateInfo = 1,
  kDeviceQueueCreateInfo = 2,
  kDeviceCreateInfo = 3,
  kSubmitInfo = 4,
  kMemoryAllocateInfo = 5,
  kBufferCreateInfo = 12,
  kBufferViewCreateInfo = 13,
  kShaderModuleCreateInfo = 16,
  kPipelineShaderStageCreateInfo = 18,
  kComputePipelineCreateInfo = 29,
  kPipelineLayoutCreateInfo = 30,
  kDescriptorSetLayoutCreateInfo = 32,
  kDescriptorPoolCreateInfo = 33,
  kDescriptorSetAllocateInfo = 34,
  kWriteDescriptorSet = 35,
  kCommandPoolCreateInfo = 39,
  kCommandBufferAllocateInfo = 40,
  kCommandBufferBeginInfo = 42,
  kMemoryBarrier = 46,
  kVulkan11Features = 49,
  kVulkan12Features = 51,
  kFeatures2 = 1000059000,
  kSemaphoreTypeCreateInfo = 1000207002,
  kTimelineSemaphoreSubmitInfo = 1000207003,
  kSemaphoreWaitInfo = 1000207004,
  kSemaphoreSignalInfo = 1000207005,
};

template <StructureType kType>
struct Tagged {
  uint32_t sType = kType;
  const void* pNext = nullptr;
};

struct ApplicationInfo : Tagged<kApplicationInfo> {
  const char* pApplicationName;
  uint32_t applicationVersion;
  const char* pEngineName;
  uint32_t engineVersion;
  uint32_t apiVersion;
};
struct InstanceCreateInfo : Tagged<kInstanceCreateInfo> {
  Flags flags;
  const ApplicationInfo* pApplicationInfo;
  uint32_t enabledLayerCount;
  const char* const* ppEnabledLayerNames;
  uint32_t enabledExtensionCount;
  const char* const* ppEnabledExtensionNames;
};
struct PhysicalDeviceLimits {  // with what is not read as bytes
  uint8_t before[20];
  uint32_t maxTexelBufferElements;
  uint32_t maxUniformBufferRange;
  uint32_t maxStorageBufferRange;
  uint32_t maxPushConstantsSize;
  uint8_t between[40];
  uint32_t maxPerStageDescriptorStorageBuffers;
  uint32_t maxPerStageDescriptorSampledImages;
  uint8_t among[8];
  uint32_t maxPerStageResources;
  uint8_t ahead[124];
  uint32_t maxComputeWorkGroupCount[3];
  uint32_t maxComputeWorkGroupInvocations;
  uint32_t maxComputeWorkGroupSize[3];
  uint8_t behind[64];
  Size minTexelBufferOffsetAlignment;
  Size minUniformBufferOffsetAlignment;
  Size minStorageBufferOffsetAlignment;
  uint8_t rest[168];
};
struct PhysicalDeviceProperties {
  uint32_t apiVersion;
  uint32_t driverVersion;
  uint32_t vendorID;
  uint32_t deviceID;
  uint32_t deviceType;
  char deviceName[256];
  uint8_t pipelineCacheUUID[16];
  PhysicalDeviceLimits limits;
  Bool sparseProperties[5];
};
struct PhysicalDeviceFeatures {
  Bool before[39];
  Bool shaderFloat64;
  Bool shaderInt64;
  Bool shaderInt16;
  Bool rest[13];
};
struct PhysicalDeviceVulkan12Features : Tagged<kVulkan12Features> {
  Bool before[2];
  Bool storageBuffer8BitAccess;
  Bool between[4];
  Bool shaderFloat16;
  Bool shaderInt8;
  Bool behind[28];
  Bool timelineSemaphore;
  Bool rest[10];
};
struct PhysicalDeviceVulkan11Features : Tagged<kVulkan11Features> {
  Bool storageBuffer16BitAccess;
  Bool rest[11];
};
struct PhysicalDeviceFeatures2 : Tagged<kFeatures2> {
  PhysicalDeviceFeatures features;
};
struct QueueFamilyProperties {
  Flags queueFlags;
  uint32_t queueCount;
  uint32_t timestampValidBits;
  uint32_t minImageTransferGranularity[3];
};
struct DeviceQueueCreateInfo : Tagged<kDeviceQueueCreateInfo> {
  Flags flags;
  uint32_t queueFamilyIndex;
  uint32_t queueCount;
  const float* pQueuePriorities;
};
struct DeviceCreateInfo : Tagged<kDeviceCreateInfo> {
  Flags flags;
  uint32_t queueCreateInfoCount;
  const DeviceQueueCreateInfo* pQueueCreateInfos;
  uint32_t enabledLayerCount;
  const char* const* ppEnabledLayerNames;
  uint32_t enabledExtensionCount;
  const char* const* ppEnabledExtensionNames;
  const PhysicalDeviceFeatures* pEnabledFeatures;
};
struct MemoryType {
  Flags propertyFlags;
  uint32_t heapIndex;
};
struct MemoryHeap {
  Size size;
  Flags flags;
};
struct PhysicalDeviceMemoryProperties {
  uint32_t memoryTypeCount;
  MemoryType memoryTypes[32];
  uint32_t memoryHeapCount;
  MemoryHeap memoryHeaps[16];
};
struct MemoryRequirements {
  Size size;
  Size alignment;
  uint32_t memoryTypeBits;
};
struct MemoryAllocateInfo : Tagged<kMemoryAllocateInfo> {
  Size allocationSize;
  uint32_t memoryTypeIndex;
};
struct BufferCreateInfo : Tagged<kBufferCreateInfo> {
  Flags flags;
  Size size;
  Flags usage;
  uint32_t sharingMode;
  uint32_t queueFamilyIndexCount;
  const uint32_t* pQueueFamilyIndices;
};
struct BufferViewCreateInfo : Tagged<kBufferViewCreateInfo> {
  Flags flags;
  Handle buffer;
  uint32_t format;
  Size offset;
  Size range;
};
struct ShaderModuleCreateInfo : Tagged<kShaderModuleCreateInfo> {
  Flags flags;
  size_t codeSize;
  const uint32_t* pCode;
};
struct PipelineShaderStageCreateInfo : Tagged<kPipelineShaderStageCreateInfo> {
  Flags flags;
  Flags stage;
  Handle module;
  const char* pName;
  const void* pSpecializationInfo;
};
struct ComputePipelineCreateInfo : Tagged<kComputePipelineCreateInfo> {
  Flags flags;
  PipelineShaderStageCreateInfo stage;
  Handle layout;
  Handle basePipelineHandle;
  int32_t basePipelineIndex;
};
struct PushConstantRange {
  Flags stageFlags;
  uint32_t offset;
  uint32_t size;
};
struct PipelineLayoutCreateInfo : Tagged<kPipelineLayoutCreateInfo> {
  Flags flags;
  uint32_t setLayoutCount;
  const Handle* pSetLayouts;
  uint32_t pushConstantRangeCount;
  const PushConstantRange* pPushConstantRanges;
};
struct DescriptorSetLayoutBinding {
  uint32_t binding;
  uint32_t descriptorType;
  uint32_t descriptorCount;
  Flags stageFlags;
  const Handle* pImmutableSamplers;
};
struct DescriptorSetLayoutCreateInfo : Tagged<kDescriptorSetLayoutCreateInfo> {
  Flags flags;
  uint32_t bindingCount;
  const DescriptorSetLayoutBinding* pBindings;
};
struct DescriptorPoolSize {
  uint32_t type;
  uint32_t descriptorCount;
};
struct DescriptorPoolCreateInfo : Tagged<kDescriptorPoolCreateInfo> {
  Flags flags;
  uint32_t maxSets;
  uint32_t poolSizeCount;
  const DescriptorPoolSize* pPoolSizes;
};
struct DescriptorSetAllocateInfo : Tagged<kDescriptorSetAllocateInfo> {
  Handle descriptorPool;
  uint32_t descriptorSetCount;
  const Handle* pSetLayouts;
};
struct DescriptorBufferInfo {
  Handle buffer;
  Size offset;
  Size range;
};
struct WriteDescriptorSet : Tagged<kWriteDescriptorSet> {
  Handle dstSet;
  uint32_t dstBinding;
  uint32_t dstArrayElement;
  uint32_t descriptorCount;
  uint32_t descriptorType;
  const void* pImageInfo;
  const DescriptorBufferInfo* pBufferInfo;
  const Handle* pTexelBufferView;
};
struct CommandPoolCreateInfo : Tagged<kCommandPoolCreateInfo> {
  Flags flags;
  uint32_t queueFamilyIndex;
};
struct CommandBufferAllocateInfo : Tagged<kCommandBufferAllocateInfo> {
  Handle commandPool;
  uint32_t level;
  uint32_t commandBufferCount;
};
struct CommandBufferBeginInfo : Tagged<kCommandBufferBeginInfo> {
  Flags flags;
  const void* pInheritanceInfo;
};
struct MemoryBarrier : Tagged<kMemoryBarrier> {
  Flags srcAccessMask;
  Flags dstAccessMask;
};
struct BufferCopy {
  Size srcOffset;
  Size dstOffset;
  Size size;
};
struct SubmitInfo : Tagged<kSubmitInfo> {
  uint32_t waitSemaphoreCount;
  const Handle* pWaitSemaphores;
  const Flags* pWaitDstStageMask;
  uint32_t commandBufferCount;
  const Commands* pCommandBuffers;
  uint32_t signalSemaphoreCount;
  const Handle* pSignalSemaphores;
};
struct TimelineSemaphoreSubmitInfo : Tagged<kTimelineSemaphoreSubmitInfo> {
  uint32_t waitSemaphoreValueCount;
  const uint64_t* pWaitSemaphoreValues;
  uint32_t signalSemaphoreValueCount;
  const uint64_t* pSignalSemaphoreValues;
};
struct SemaphoreTypeCreateInfo : Tagged<kSemaphoreTypeCreateInfo> {
  uint32_t semaphoreType;
  uint64_t initialValue;
};
struct SemaphoreCreateInfo {
  uint32_t sType = 9;
  const void* pNext = nullptr;
  Flags flags = 0;
};
struct SemaphoreWaitInfo : Tagged<kSemaphoreWaitInfo> {
  Flags flags;
  uint32_t semaphoreCount;
  const Handle* pSemaphores;
  const uint64_t* pValues;
};
struct SemaphoreSignalInfo : Tagged<kSemaphoreSignalInfo> {
  Handle semaphore;
  uint64_t value;
};

// The functions, by their names: those of the loader, of an instance, and of a device.

#define TFIR_VULKAN_LOADER(F) F(Result, CreateInstance, (const InstanceCreateInfo*, const void*, Instance*))

#define TFIR_VULKAN_INSTANCE(F)                                                                              \
  F(void, DestroyInstance, (Instance, const void*))                                                          \
  F(Result, EnumeratePhysicalDevices, (Instance, uint32_t*, PhysicalDevice*))                                \
  F(void, GetPhysicalDeviceProperties, (PhysicalDevice, PhysicalDeviceProperties*))                          \
  F(void, GetPhysicalDeviceFeatures2, (PhysicalDevice, PhysicalDeviceFeatures2*))                            \
  F(void, GetPhysicalDeviceMemoryProperties, (PhysicalDevice, PhysicalDeviceMemoryProperties*))              \
  F(void, GetPhysicalDeviceQueueFamilyProperties, (PhysicalDevice, uint32_t*, QueueFamilyProperties*))       \
  F(Result, CreateDevice, (PhysicalDevice, const DeviceCreateInfo*, const void*, LogicalDevice*))

#define TFIR_VULKAN_DEVICE(F)                                                                                            \
  F(void, DestroyDevice, (LogicalDevice, const void*))                                                                   \
  F(Result, DeviceWaitIdle, (LogicalDevice))                                                                             \
  F(void, GetDeviceQueue, (LogicalDevice, uint32_t, uint32_t, Queue*))                                                   \
  F(Result, QueueSubmit, (Queue, uint32_t, const SubmitInfo*, Handle))                                                   \
  F(Result, AllocateMemory, (LogicalDevice, const MemoryAllocateInfo*, const void*, Handle*))                            \
  F(void, FreeMemory, (LogicalDevice, Handle, const void*))                                                              \
  F(Result, MapMemory, (LogicalDevice, Handle, Size, Size, Flags, void**))                                               \
  F(Result, CreateBuffer, (LogicalDevice, const BufferCreateInfo*, const void*, Handle*))                                \
  F(void, DestroyBuffer, (LogicalDevice, Handle, const void*))                                                           \
  F(void, GetBufferMemoryRequirements, (LogicalDevice, Handle, MemoryRequirements*))                                     \
  F(Result, BindBufferMemory, (LogicalDevice, Handle, Handle, Size))                                                     \
  F(Result, CreateBufferView, (LogicalDevice, const BufferViewCreateInfo*, const void*, Handle*))                        \
  F(void, DestroyBufferView, (LogicalDevice, Handle, const void*))                                                       \
  F(Result, CreateShaderModule, (LogicalDevice, const ShaderModuleCreateInfo*, const void*, Handle*))                    \
  F(void, DestroyShaderModule, (LogicalDevice, Handle, const void*))                                                     \
  F(Result, CreateComputePipelines, (LogicalDevice, Handle, uint32_t, const ComputePipelineCreateInfo*, const void*, Handle*)) \
  F(void, DestroyPipeline, (LogicalDevice, Handle, const void*))                                                         \
  F(Result, CreatePipelineLayout, (LogicalDevice, const PipelineLayoutCreateInfo*, const void*, Handle*))                \
  F(void, DestroyPipelineLayout, (LogicalDevice, Handle, const void*))                                                   \
  F(Result, CreateDescriptorSetLayout, (LogicalDevice, const DescriptorSetLayoutCreateInfo*, const void*, Handle*))      \
  F(void, DestroyDescriptorSetLayout, (LogicalDevice, Handle, const void*))                                              \
  F(Result, CreateDescriptorPool, (LogicalDevice, const DescriptorPoolCreateInfo*, const void*, Handle*))                \
  F(void, DestroyDescriptorPool, (LogicalDevice, Handle, const void*))                                                   \
  F(Result, AllocateDescriptorSets, (LogicalDevice, const DescriptorSetAllocateInfo*, Handle*))                          \
  F(void, UpdateDescriptorSets, (LogicalDevice, uint32_t, const WriteDescriptorSet*, uint32_t, const void*))             \
  F(Result, CreateCommandPool, (LogicalDevice, const CommandPoolCreateInfo*, const void*, Handle*))                      \
  F(void, DestroyCommandPool, (LogicalDevice, Handle, const void*))                                                      \
  F(Result, AllocateCommandBuffers, (LogicalDevice, const CommandBufferAllocateInfo*, Commands*))                        \
  F(Result, BeginCommandBuffer, (Commands, const CommandBufferBeginInfo*))                                               \
  F(Result, EndCommandBuffer, (Commands))                                                                                \
  F(void, CmdBindPipeline, (Commands, uint32_t, Handle))                                                                 \
  F(void, CmdBindDescriptorSets, (Commands, uint32_t, Handle, uint32_t, uint32_t, const Handle*, uint32_t, const uint32_t*)) \
  F(void, CmdPushConstants, (Commands, Handle, Flags, uint32_t, uint32_t, const void*))                                  \
  F(void, CmdDispatch, (Commands, uint32_t, uint32_t, uint32_t))                                                         \
  F(void, CmdCopyBuffer, (Commands, Handle, Handle, uint32_t, const BufferCopy*))                                        \
  F(void, CmdFillBuffer, (Commands, Handle, Size, Size, uint32_t))                                                       \
  F(void, CmdPipelineBarrier, (Commands, Flags, Flags, Flags, uint32_t, const MemoryBarrier*, uint32_t, const void*, uint32_t, const void*)) \
  F(Result, CreateSemaphore, (LogicalDevice, const SemaphoreCreateInfo*, const void*, Handle*))                          \
  F(void, DestroySemaphore, (LogicalDevice, Handle, const void*))                                                        \
  F(Result, WaitSemaphores, (LogicalDevice, const SemaphoreWaitInfo*, uint64_t))                                         \
  F(Result, SignalSemaphore, (LogicalDevice, const SemaphoreSignalInfo*))                                                \
  F(Result, GetSemaphoreCounterValue, (LogicalDevice, Handle, uint64_t*))

struct Api {
#define TFIR_DECLARED(result, name, takes) result (*name) takes = nullptr;
  TFIR_VULKAN_LOADER(TFIR_DECLARED)
  TFIR_VULKAN_INSTANCE(TFIR_DECLARED)
  TFIR_VULKAN_DEVICE(TFIR_DECLARED)
#undef TFIR_DECLARED
  void* (*GetInstanceProcAddr)(Instance, const char*) = nullptr;
  void* (*GetDeviceProcAddr)(LogicalDevice, const char*) = nullptr;

  Status Open() {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) library = dlopen("libvulkan.so", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return Status(StatusCode::kNotFound, "there is no Vulkan loader (libvulkan.so.1)");
    const auto found = dlsym(library, "vkGetInstanceProcAddr");
    memcpy(&GetInstanceProcAddr, &found, sizeof found);
    if (GetInstanceProcAddr == nullptr) return Status(StatusCode::kNotFound, "libvulkan.so.1 has no vkGetInstanceProcAddr");
    bool is_complete = true;
#define TFIR_LOADED(result, name, takes) is_complete = Take(GetInstanceProcAddr(nullptr, "vk" #name), &name) && is_complete;
    TFIR_VULKAN_LOADER(TFIR_LOADED)
#undef TFIR_LOADED
    return Complete(is_complete);
  }
  Status Load(Instance instance) {
    bool is_complete = Take(GetInstanceProcAddr(instance, "vkGetDeviceProcAddr"), &GetDeviceProcAddr);
#define TFIR_LOADED(result, name, takes) is_complete = Take(GetInstanceProcAddr(instance, "vk" #name), &name) && is_complete;
    TFIR_VULKAN_INSTANCE(TFIR_LOADED)
#undef TFIR_LOADED
    return Complete(is_complete);
  }
  Status Load(LogicalDevice device) {
    bool is_complete = true;
#define TFIR_LOADED(result, name, takes) is_complete = Take(GetDeviceProcAddr(device, "vk" #name), &name) && is_complete;
    TFIR_VULKAN_DEVICE(TFIR_LOADED)
#undef TFIR_LOADED
    return Complete(is_complete);
  }

 private:
  template <typename Function>
  static bool Take(void* address, Function* function) {
    memcpy(function, &address, sizeof address);
    return address != nullptr;
  }
  static Status Complete(bool is_complete) {
    return is_complete ? OkStatus() : Status(StatusCode::kUnimplemented, "the Vulkan driver lacks functions of Vulkan 1.2");
  }
};

}  // namespace vulkan
}  // namespace hal
}  // namespace iree

