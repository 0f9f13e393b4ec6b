// The device that runs kernels in SPIR-V by Vulkan 1.2. Fences and semaphores are its timeline semaphores; memory that is given back is
// used again. What is submitted to wait for a semaphore has to find it signalled before the device goes.

namespace iree {
namespace hal {
namespace vulkan {

inline Status Checked(Result result, const char* what) {
  if (result == kSuccess) return OkStatus();
  const auto code = result == -1 || result == -2 ? StatusCode::kResourceExhausted : StatusCode::kInternal;
  return Status(code, std::string(what) + ": Vulkan's error " + std::to_string(result));
}

inline Size RoundedUp(Size size, Size multiple) { return (size + multiple - 1) / multiple * multiple; }

// The capabilities of SPIR-V that kernels may use, with what a device has to offer for each.
struct Capability {
  uint32_t number;
  const char* feature;  // nullptr where every device has it
};
constexpr Capability kCapabilities[] = {
    {1, nullptr},       {46, nullptr},      {9, "shaderFloat16"},  {10, "shaderFloat64"},
    {11, "shaderInt64"}, {22, "shaderInt16"}, {39, "shaderInt8"}, {4433, "storageBuffer16BitAccess"},
    {4448, "storageBuffer8BitAccess"},
};

// Memory with a buffer over all of it.
struct Memory {
  Handle memory = 0;
  Handle buffer = 0;
  Size size = 0;
  bool is_host = false;
  unsigned char* mapped = nullptr;
};

// The device, for as long as anything is left of what was made by it.
class Core {
 public:
  Api api;
  Instance instance = nullptr;
  PhysicalDevice physical = nullptr;
  LogicalDevice device = nullptr;
  Queue queue = nullptr;
  uint32_t family = 0;
  PhysicalDeviceProperties properties{};
  PhysicalDeviceMemoryProperties memory{};
  std::map<std::string, bool> features;

  ~Core() {
    FreeKept();
    if (device != nullptr && api.DestroyDevice != nullptr) api.DestroyDevice(device, nullptr);
    if (instance != nullptr && api.DestroyInstance != nullptr) api.DestroyInstance(instance, nullptr);
  }

  Status Open(uint32_t ordinal) {
    RETURN_IF_ERROR(api.Open());
    ApplicationInfo application{};
    application.apiVersion = kVersion;
    InstanceCreateInfo info{};
    info.pApplicationInfo = &application;
    RETURN_IF_ERROR(Checked(api.CreateInstance(&info, nullptr, &instance), "no instance of Vulkan can be made"));
    RETURN_IF_ERROR(api.Load(instance));
    RETURN_IF_ERROR(Choose(ordinal));
    RETURN_IF_ERROR(OpenDevice());
    RETURN_IF_ERROR(api.Load(device));
    api.GetDeviceQueue(device, family, 0, &queue);
    return OkStatus();
  }

  StatusOr<Memory> Allocate(hal::MemoryType wanted, Size size) {
    std::lock_guard<std::mutex> lock(mutex_);
    Memory made;
    made.size = RoundedUp(std::max<Size>(size, 16), 256), made.is_host = Has(wanted, hal::MemoryType::kHostVisible);
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
      if (kept->size == made.size && kept->is_host == made.is_host) {
        made = *kept;
        kept_.erase(kept);
        return made;
      }
    }
    Status status = Make(&made);
    if (status.code() == StatusCode::kResourceExhausted && !kept_.empty()) {
      FreeKept();  // of other sizes
      status = Make(&made);
    }
    if (status.ok()) return made;
    return status;
  }

  void GiveBack(const Memory& unused) {
    std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(unused);
    if (kept_.size() > kMostKept) {
      Free(kept_.front());
      kept_.pop_front();
    }
  }

 private:
  static constexpr size_t kMostKept = 32;

  Status Choose(uint32_t ordinal) {
    uint32_t count = 0;
    RETURN_IF_ERROR(Checked(api.EnumeratePhysicalDevices(instance, &count, nullptr), "devices cannot be listed"));
    std::vector<PhysicalDevice> devices(count);
    RETURN_IF_ERROR(Checked(api.EnumeratePhysicalDevices(instance, &count, devices.data()), "devices cannot be listed"));
    if (ordinal >= count) return Status(StatusCode::kNotFound, "there are " + std::to_string(count) + " Vulkan devices");
    physical = devices[ordinal];
    api.GetPhysicalDeviceProperties(physical, &properties);
    api.GetPhysicalDeviceMemoryProperties(physical, &memory);
    if (properties.apiVersion < kVersion) return Status(StatusCode::kUnimplemented, std::string(properties.deviceName) + " has no Vulkan 1.2");
    uint32_t families = 0;
    api.GetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
    std::vector<QueueFamilyProperties> queues(families);
    api.GetPhysicalDeviceQueueFamilyProperties(physical, &families, queues.data());
    const auto found = std::find_if(queues.begin(), queues.end(), [](const auto& each) { return each.queueFlags & kQueueCompute; });
    if (found == queues.end()) return Status(StatusCode::kUnimplemented, std::string(properties.deviceName) + " has no queue that computes");
    family = static_cast<uint32_t>(found - queues.begin());
    return OkStatus();
  }

  // With the features that kernels may use, as far as there are.
  Status OpenDevice() {
    PhysicalDeviceVulkan12Features had12{}, asked12{};
    PhysicalDeviceVulkan11Features had11{}, asked11{};
    PhysicalDeviceFeatures2 had{}, asked{};
    had.pNext = &had11, had11.pNext = &had12, asked.pNext = &asked11, asked11.pNext = &asked12;
    api.GetPhysicalDeviceFeatures2(physical, &had);
    const auto ask = [this](const char* name, Bool offered, Bool* wanted) { features[name] = (*wanted = offered) != 0; };
    ask("shaderFloat64", had.features.shaderFloat64, &asked.features.shaderFloat64);
    ask("shaderInt64", had.features.shaderInt64, &asked.features.shaderInt64);
    ask("shaderInt16", had.features.shaderInt16, &asked.features.shaderInt16);
    ask("storageBuffer16BitAccess", had11.storageBuffer16BitAccess, &asked11.storageBuffer16BitAccess);
    ask("storageBuffer8BitAccess", had12.storageBuffer8BitAccess, &asked12.storageBuffer8BitAccess);
    ask("shaderFloat16", had12.shaderFloat16, &asked12.shaderFloat16);
    ask("shaderInt8", had12.shaderInt8, &asked12.shaderInt8);
    ask("timelineSemaphore", had12.timelineSemaphore, &asked12.timelineSemaphore);
    const float priority = 1.0f;
    DeviceQueueCreateInfo queues{};
    queues.queueFamilyIndex = family, queues.queueCount = 1, queues.pQueuePriorities = &priority;
    DeviceCreateInfo info{};
    info.pNext = &asked, info.queueCreateInfoCount = 1, info.pQueueCreateInfos = &queues;
    return Checked(api.CreateDevice(physical, &info, nullptr, &device), "the device cannot be opened");
  }

  // The first type of memory that has what it must, and the most of what is liked; -1 where there is none of those allowed.
  int TypeOf(uint32_t allowed, Flags must, Flags liked) const {
    int best = -1, most = -1;
    for (uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
      const Flags flags = memory.memoryTypes[type].propertyFlags;
      if (!(allowed >> type & 1) || (flags & must) != must) continue;
      int score = 0;
      for (Flags rest = flags & liked; rest != 0; rest &= rest - 1) score += rest & ~(rest - 1) & kMemoryDeviceLocal ? 4 : 1;
      if (score > most) best = static_cast<int>(type), most = score;
    }
    return best;
  }

  // What is made of it by an error goes again.
  Status Make(Memory* made) {
    Status status = MakeBuffer(made);
    if (status.ok()) return status;
    Free(*made);
    made->memory = made->buffer = 0, made->mapped = nullptr;
    return status;
  }
  Status MakeBuffer(Memory* made) {
    BufferCreateInfo buffer{};
    buffer.size = made->size;
    buffer.usage = kBufferStorage | kBufferUniformTexel | kBufferTransferSource | kBufferTransferTarget;
    RETURN_IF_ERROR(Checked(api.CreateBuffer(device, &buffer, nullptr, &made->buffer), "a buffer cannot be made"));
    MemoryRequirements needs{};
    api.GetBufferMemoryRequirements(device, made->buffer, &needs);
    Flags flags = 0;
    RETURN_IF_ERROR(MakeMemory(needs, made, &flags));
    RETURN_IF_ERROR(Checked(api.BindBufferMemory(device, made->buffer, made->memory, 0), "memory cannot be used"));
    if (!(flags & kMemoryHostVisible) || !(flags & kMemoryHostCoherent)) return OkStatus();
    void* mapped = nullptr;
    RETURN_IF_ERROR(Checked(api.MapMemory(device, made->memory, 0, kWhole, 0, &mapped), "memory cannot be mapped"));
    made->mapped = static_cast<unsigned char*>(mapped);
    return OkStatus();
  }
  // Of the type that is liked most, or, where its heap is too small or full, of the next one: what the host reaches of a device's own memory
  // may be a small part of it.
  Status MakeMemory(const MemoryRequirements& needs, Memory* made, Flags* flags) {
    const Flags must = made->is_host ? kMemoryHostVisible | kMemoryHostCoherent : 0;
    const Flags liked = made->is_host ? kMemoryHostCached : kMemoryDeviceLocal | kMemoryHostVisible | kMemoryHostCoherent;
    Status status(StatusCode::kResourceExhausted, "the device has no memory for " + std::to_string(made->size) + " bytes");
    uint32_t allowed = needs.memoryTypeBits;
    for (int type = TypeOf(allowed, must, liked); type >= 0; type = TypeOf(allowed, must, liked)) {
      allowed &= ~(1u << type);
      if (needs.size > memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size) continue;
      MemoryAllocateInfo info{};
      info.allocationSize = needs.size, info.memoryTypeIndex = static_cast<uint32_t>(type);
      status = Checked(api.AllocateMemory(device, &info, nullptr, &made->memory), "no memory is left");
      *flags = memory.memoryTypes[type].propertyFlags;
      if (status.code() != StatusCode::kResourceExhausted) return status;
    }
    return status;
  }

  void FreeKept() {
    for (const auto& kept : kept_) Free(kept);
    kept_.clear();
  }
  void Free(const Memory& memory_) {
    api.DestroyBuffer(device, memory_.buffer, nullptr);
    api.FreeMemory(device, memory_.memory, nullptr);
  }

  std::mutex mutex_;
  std::list<Memory> kept_;
};

}  // namespace vulkan
}  // namespace hal
}  // namespace iree

