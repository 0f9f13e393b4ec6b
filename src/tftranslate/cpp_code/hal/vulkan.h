// What is made by a Vulkan device: timelines, command buffers, queues, buffers, executables.

namespace iree {
namespace hal {
namespace vulkan {

class VulkanTimeline final : public Timeline {
 public:
  static StatusOr<ref_ptr<VulkanTimeline>> Create(std::shared_ptr<Core> core, uint64_t value) {
    SemaphoreTypeCreateInfo type{};
    type.semaphoreType = kSemaphoreTimeline, type.initialValue = value;
    SemaphoreCreateInfo info{};
    info.pNext = &type;
    Handle semaphore = 0;
    RETURN_IF_ERROR(Checked(core->api.CreateSemaphore(core->device, &info, nullptr, &semaphore), "a semaphore cannot be made"));
    return make_ref<VulkanTimeline>(std::move(core), semaphore);
  }
  VulkanTimeline(std::shared_ptr<Core> core, Handle handle_) : handle(handle_), core_(std::move(core)) {}
  ~VulkanTimeline() override { core_->api.DestroySemaphore(core_->device, handle, nullptr); }
  StatusOr<uint64_t> Query() override {
    uint64_t value = 0;
    RETURN_IF_ERROR(Checked(core_->api.GetSemaphoreCounterValue(core_->device, handle, &value), "a semaphore cannot be read"));
    return value;
  }
  Status Signal(uint64_t value) override {
    ASSIGN_OR_RETURN(const uint64_t now, Query());
    if (value <= now) return OkStatus();
    SemaphoreSignalInfo info{};
    info.semaphore = handle, info.value = value;
    return Checked(core_->api.SignalSemaphore(core_->device, &info), "a semaphore cannot be signalled");
  }

  const Handle handle;

 private:
  const std::shared_ptr<Core> core_;
};

inline Handle HandleOf(const ref_ptr<Timeline>& timeline) { return static_cast<VulkanTimeline*>(timeline.get())->handle; }

// Work of the device, with all that it needs for as long as it runs.
class VulkanCommandBuffer final : public CommandBuffer {
 public:
  static StatusOr<ref_ptr<VulkanCommandBuffer>> Create(std::shared_ptr<Core> core) {
    auto made = make_ref<VulkanCommandBuffer>(std::move(core));
    RETURN_IF_ERROR(made->Allocate());
    return made;
  }
  explicit VulkanCommandBuffer(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  ~VulkanCommandBuffer() override {
    for (Handle view : views_) core_->api.DestroyBufferView(core_->device, view, nullptr);
    for (Handle pool : pools_) core_->api.DestroyDescriptorPool(core_->device, pool, nullptr);
    core_->api.DestroyCommandPool(core_->device, command_pool_, nullptr);
  }
  Commands commands() const { return commands_; }

  Status Begin() override {
    CommandBufferBeginInfo info{};
    RETURN_IF_ERROR(Checked(core_->api.BeginCommandBuffer(commands_, &info), "nothing can be recorded"));
    // What was submitted before may have written what is read here, or read what is written.
    Barrier(kStageWork | kStageHost, kWrites | kAccessHostWrite, kStageWork, kReads | kWrites);
    return OkStatus();
  }
  Status End() override {
    Barrier(kStageWork, kWrites, kStageHost, kAccessHostRead);
    return Checked(core_->api.EndCommandBuffer(commands_), "nothing can be recorded");
  }
  Status ExecutionBarrier() override {
    Barrier(kStageWork, kWrites, kStageWork, kReads | kWrites);
    return OkStatus();
  }
  Status FillBuffer(const ref_ptr<Buffer>& target, size_t offset, size_t length, uint32_t pattern) override;
  Status CopyBuffer(const ref_ptr<Buffer>& source, size_t source_offset, const ref_ptr<Buffer>& target, size_t target_offset,
                    size_t length) override;
  Status Dispatch(const DispatchRequest& request) override;

 private:
  static constexpr Flags kStageWork = kStageCompute | kStageTransfer;
  static constexpr Flags kReads = kAccessShaderRead | kAccessTransferRead, kWrites = kAccessShaderWrite | kAccessTransferWrite;
  static constexpr uint32_t kSetsInAPool = 32;

  Status Allocate() {
    CommandPoolCreateInfo pool{};
    pool.queueFamilyIndex = core_->family;
    RETURN_IF_ERROR(Checked(core_->api.CreateCommandPool(core_->device, &pool, nullptr, &command_pool_), "nothing can be recorded"));
    CommandBufferAllocateInfo info{};
    info.commandPool = command_pool_, info.commandBufferCount = 1;
    return Checked(core_->api.AllocateCommandBuffers(core_->device, &info, &commands_), "nothing can be recorded");
  }
  void Barrier(Flags stages, Flags writes, Flags next_stages, Flags next_accesses) {
    MemoryBarrier barrier{};
    barrier.srcAccessMask = writes, barrier.dstAccessMask = next_accesses;
    core_->api.CmdPipelineBarrier(commands_, stages, next_stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
  }
  StatusOr<Handle> SetOf(Handle layout, uint32_t bindings);
  StatusOr<Handle> Bound(const Binding& binding, const ref_ptr<Buffer>& buffer, DescriptorBufferInfo* range);

  const std::shared_ptr<Core> core_;
  Handle command_pool_ = 0;
  Commands commands_ = nullptr;
  std::vector<Handle> pools_;
  uint32_t sets_left_ = 0, bindings_left_ = 0;
  std::vector<Handle> views_;
  std::vector<ref_ptr<RefObject>> kept_;
};

// What is submitted, until it has run.
class VulkanQueue final : public CommandQueue {
 public:
  explicit VulkanQueue(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  Status Open() {
    ASSIGN_OR_RETURN(progress_, VulkanTimeline::Create(core_, 0));
    return OkStatus();
  }
  Status Submit(std::vector<SubmissionBatch> batches, FenceValue fence) override {
    std::lock_guard<std::mutex> lock(mutex_);
    RETURN_IF_ERROR(Forget());
    if (batches.empty()) batches.emplace_back();
    for (size_t at = 0; at < batches.size(); ++at) {
      SubmissionBatch batch = std::move(batches[at]);
      if (at + 1 == batches.size()) batch.signal_semaphores.push_back({fence.fence, fence.value});
      batch.signal_semaphores.push_back({progress_, submitted_ + 1});
      RETURN_IF_ERROR(SubmitOne(batch));
      running_.emplace_back(++submitted_, std::move(batch));
    }
    return OkStatus();
  }
  Status WaitIdle() override {
    RETURN_IF_ERROR(Wait({{progress_, submitted_.load()}}, InfiniteDuration()));
    std::lock_guard<std::mutex> lock(mutex_);
    return Forget();
  }
  // What is submitted to a device that was lost will not end: what it needs is kept no longer.
  void Drop() {
    std::list<std::pair<uint64_t, SubmissionBatch>> dropped;
    std::lock_guard<std::mutex> lock(mutex_);
    dropped.swap(running_);
  }
  Status Wait(const std::vector<FenceValue>& fences, Duration timeout) {
    std::vector<Handle> handles;
    std::vector<uint64_t> values;
    for (const auto& each : fences) {
      if (each.fence) handles.push_back(HandleOf(each.fence)), values.push_back(each.value);
    }
    if (handles.empty()) return OkStatus();
    SemaphoreWaitInfo info{};
    info.semaphoreCount = static_cast<uint32_t>(handles.size()), info.pSemaphores = handles.data(), info.pValues = values.data();
    const uint64_t limit = timeout == InfiniteDuration() ? UINT64_MAX : static_cast<uint64_t>(std::max<int64_t>(timeout.count(), 0));
    const Result result = core_->api.WaitSemaphores(core_->device, &info, limit);
    if (result == kTimeout) return Status(StatusCode::kDeadlineExceeded, "what was submitted has not run in time");
    return Checked(result, "what was submitted has not run");
  }

 private:
  Status SubmitOne(const SubmissionBatch& batch) {
    std::vector<Handle> waits, signals;
    std::vector<uint64_t> wait_values, signal_values;
    std::vector<Commands> commands;
    for (const auto& each : batch.wait_semaphores) {
      if (each.semaphore) waits.push_back(HandleOf(each.semaphore)), wait_values.push_back(each.value);
    }
    for (const auto& each : batch.signal_semaphores) {
      if (each.semaphore) signals.push_back(HandleOf(each.semaphore)), signal_values.push_back(each.value);
    }
    for (const auto& each : batch.command_buffers) commands.push_back(static_cast<VulkanCommandBuffer*>(each.get())->commands());
    const std::vector<Flags> stages(waits.size(), kStageCompute | kStageTransfer);
    TimelineSemaphoreSubmitInfo values{};
    values.waitSemaphoreValueCount = static_cast<uint32_t>(waits.size()), values.pWaitSemaphoreValues = wait_values.data();
    values.signalSemaphoreValueCount = static_cast<uint32_t>(signals.size()), values.pSignalSemaphoreValues = signal_values.data();
    SubmitInfo info{};
    info.pNext = &values;
    info.waitSemaphoreCount = static_cast<uint32_t>(waits.size()), info.pWaitSemaphores = waits.data(), info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = static_cast<uint32_t>(commands.size()), info.pCommandBuffers = commands.data();
    info.signalSemaphoreCount = static_cast<uint32_t>(signals.size()), info.pSignalSemaphores = signals.data();
    return Checked(core_->api.QueueSubmit(core_->queue, 1, &info, 0), "nothing can be submitted");
  }
  Status Forget() {
    if (running_.empty()) return OkStatus();
    ASSIGN_OR_RETURN(const uint64_t done, progress_->Query());
    while (!running_.empty() && running_.front().first <= done) running_.pop_front();
    return OkStatus();
  }

  const std::shared_ptr<Core> core_;
  std::mutex mutex_;
  ref_ptr<VulkanTimeline> progress_;
  std::atomic<uint64_t> submitted_{0};
  std::list<std::pair<uint64_t, SubmissionBatch>> running_;
};

class VulkanBuffer final : public Buffer {
 public:
  VulkanBuffer(std::shared_ptr<Core> core, std::shared_ptr<VulkanQueue> queue, const Memory& memory_, size_t byte_length)
      : Buffer(byte_length), memory(memory_), core_(std::move(core)), queue_(std::move(queue)) {}
  ~VulkanBuffer() override { core_->GiveBack(memory); }
  Status ReadData(size_t offset, void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    if (length == 0) return OkStatus();
    if (memory.mapped != nullptr) return memcpy(data, memory.mapped + offset, length), OkStatus();
    ASSIGN_OR_RETURN(const auto staging, Staging(length));
    RETURN_IF_ERROR(CopyNow(memory.buffer, offset, staging->memory.buffer, 0, length));
    return staging->ReadData(0, data, length);
  }
  Status WriteData(size_t offset, const void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    if (length == 0) return OkStatus();
    if (memory.mapped != nullptr) return memcpy(memory.mapped + offset, data, length), OkStatus();
    ASSIGN_OR_RETURN(const auto staging, Staging(length));
    RETURN_IF_ERROR(staging->WriteData(0, data, length));
    return CopyNow(staging->memory.buffer, 0, memory.buffer, offset, length);
  }

  const Memory memory;

 private:
  // What the host reaches, to go between it and memory that it does not.
  StatusOr<ref_ptr<VulkanBuffer>> Staging(size_t length) {
    ASSIGN_OR_RETURN(const Memory staged, core_->Allocate(hal::MemoryType::kHostLocal, length));
    return make_ref<VulkanBuffer>(core_, queue_, staged, length);
  }
  Status CopyNow(Handle source, Size source_offset, Handle target, Size target_offset, Size length) {
    ASSIGN_OR_RETURN(auto commands, VulkanCommandBuffer::Create(core_));
    RETURN_IF_ERROR(commands->Begin());
    const BufferCopy range{source_offset, target_offset, length};
    core_->api.CmdCopyBuffer(commands->commands(), source, target, 1, &range);
    RETURN_IF_ERROR(commands->End());
    RETURN_IF_ERROR(queue_->Submit({SubmissionBatch{{}, {commands}, {}}}, FenceValue{}));
    return queue_->WaitIdle();
  }

  const std::shared_ptr<Core> core_;
  const std::shared_ptr<VulkanQueue> queue_;
};

inline const Memory& MemoryOf(const ref_ptr<Buffer>& buffer) { return static_cast<VulkanBuffer*>(buffer->whole())->memory; }

class VulkanExecutable final : public Executable {
 public:
  static StatusOr<ref_ptr<Executable>> Create(std::shared_ptr<Core> core, const ExecutableSpec& spec) {
    if (spec.spirv == nullptr) return Status(StatusCode::kUnimplemented, std::string(spec.entry_point) + ": there is no SPIR-V of this kernel");
    RETURN_IF_ERROR(CheckDevice(*core, spec));
    auto made = make_ref<VulkanExecutable>(std::move(core), spec);
    RETURN_IF_ERROR(made->Compile());
    return ref_ptr<Executable>(made);
  }
  VulkanExecutable(std::shared_ptr<Core> core, const ExecutableSpec& spec_) : Executable(spec_), core_(std::move(core)) {}
  ~VulkanExecutable() override {
    core_->api.DestroyPipeline(core_->device, pipeline, nullptr);
    core_->api.DestroyPipelineLayout(core_->device, layout, nullptr);
    core_->api.DestroyDescriptorSetLayout(core_->device, set_layout, nullptr);
  }

  Handle set_layout = 0, layout = 0, pipeline = 0;

 private:
  // Drivers are free to crash on what the device does not offer.
  static Status CheckDevice(const Core& core, const ExecutableSpec& spec) {
    const auto refused = [&](const std::string& what) {
      return Status(StatusCode::kUnimplemented, std::string(spec.entry_point) + " needs " + what + ", which " + core.properties.deviceName + " does not offer");
    };
    for (size_t at = 5; at < spec.spirv_words && spec.spirv[at] >> 16 != 0; at += spec.spirv[at] >> 16) {
      if ((spec.spirv[at] & 0xffff) != 17) break;  // OpCapability, of which all come first
      const uint32_t number = spec.spirv[at + 1];
      const auto known = std::find_if(std::begin(kCapabilities), std::end(kCapabilities), [number](const Capability& each) { return each.number == number; });
      if (known == std::end(kCapabilities)) return refused("SPIR-V's capability " + std::to_string(number));
      if (known->feature != nullptr && !core.features.at(known->feature)) return refused(known->feature);
    }
    const PhysicalDeviceLimits& limits = core.properties.limits;
    bool is_within = spec.local_size[0] * spec.local_size[1] * spec.local_size[2] <= limits.maxComputeWorkGroupInvocations;
    for (int axis = 0; axis < 3; ++axis) is_within = is_within && spec.local_size[axis] <= limits.maxComputeWorkGroupSize[axis];
    if (!is_within) return refused("larger workgroups");
    const auto stored = static_cast<uint32_t>(std::count_if(spec.bindings.begin(), spec.bindings.end(), [](const Binding& each) { return each.type == BindingType::kStorage; }));
    const auto count = static_cast<uint32_t>(spec.bindings.size());
    if (stored > limits.maxPerStageDescriptorStorageBuffers) return refused(std::to_string(stored) + " buffers");
    if (count - stored > limits.maxPerStageDescriptorSampledImages) return refused(std::to_string(count - stored) + " buffers of texels");
    if (count > limits.maxPerStageResources) return refused(std::to_string(count) + " buffers in all");
    return spec.pushed <= limits.maxPushConstantsSize ? OkStatus() : refused("more push constants");
  }

  Status Compile() {
    std::vector<DescriptorSetLayoutBinding> bindings;
    for (const Binding& each : spec.bindings) {
      bindings.push_back({each.number, each.type == BindingType::kStorage ? kDescriptorStorage : kDescriptorUniformTexel, 1, kShaderStageCompute, nullptr});
    }
    DescriptorSetLayoutCreateInfo set{};
    set.bindingCount = static_cast<uint32_t>(bindings.size()), set.pBindings = bindings.data();
    RETURN_IF_ERROR(Checked(core_->api.CreateDescriptorSetLayout(core_->device, &set, nullptr, &set_layout), spec.entry_point));
    const PushConstantRange pushed{kShaderStageCompute, 0, spec.pushed};
    PipelineLayoutCreateInfo info{};
    info.setLayoutCount = 1, info.pSetLayouts = &set_layout;
    info.pushConstantRangeCount = spec.pushed != 0, info.pPushConstantRanges = &pushed;
    RETURN_IF_ERROR(Checked(core_->api.CreatePipelineLayout(core_->device, &info, nullptr, &layout), spec.entry_point));
    ShaderModuleCreateInfo code{};
    code.codeSize = spec.spirv_words * 4, code.pCode = spec.spirv;
    ComputePipelineCreateInfo compute{};
    compute.stage.stage = kShaderStageCompute, compute.stage.pName = spec.entry_point, compute.layout = layout;
    RETURN_IF_ERROR(Checked(core_->api.CreateShaderModule(core_->device, &code, nullptr, &compute.stage.module), spec.entry_point));
    const Result result = core_->api.CreateComputePipelines(core_->device, 0, 1, &compute, nullptr, &pipeline);
    core_->api.DestroyShaderModule(core_->device, compute.stage.module, nullptr);
    return Checked(result, spec.entry_point);
  }

  const std::shared_ptr<Core> core_;
};

inline Status VulkanCommandBuffer::FillBuffer(const ref_ptr<Buffer>& target, size_t offset, size_t length, uint32_t pattern) {
  RETURN_IF_ERROR(target->CheckRange(offset, length));
  if (length == 0) return OkStatus();
  if ((target->offset() + offset) % 4 != 0 || length % 4 != 0) return InvalidArgument("fills no whole words");
  kept_.emplace_back(target);
  core_->api.CmdFillBuffer(commands_, MemoryOf(target).buffer, target->offset() + offset, length, pattern);
  return OkStatus();
}

inline Status VulkanCommandBuffer::CopyBuffer(const ref_ptr<Buffer>& source, size_t source_offset, const ref_ptr<Buffer>& target,
                                              size_t target_offset, size_t length) {
  RETURN_IF_ERROR(source->CheckRange(source_offset, length));
  RETURN_IF_ERROR(target->CheckRange(target_offset, length));
  if (length == 0) return OkStatus();
  kept_.emplace_back(source);
  kept_.emplace_back(target);
  const BufferCopy range{source->offset() + source_offset, target->offset() + target_offset, length};
  core_->api.CmdCopyBuffer(commands_, MemoryOf(source).buffer, MemoryOf(target).buffer, 1, &range);
  return OkStatus();
}

inline StatusOr<Handle> VulkanCommandBuffer::SetOf(Handle layout, uint32_t bindings) {
  if (sets_left_ == 0 || bindings_left_ < bindings) {
    const uint32_t room = std::max(bindings, 8 * kSetsInAPool);
    const DescriptorPoolSize sizes[] = {{kDescriptorStorage, room}, {kDescriptorUniformTexel, room}};
    DescriptorPoolCreateInfo pool{};
    pool.maxSets = kSetsInAPool, pool.poolSizeCount = 2, pool.pPoolSizes = sizes;
    Handle made = 0;
    RETURN_IF_ERROR(Checked(core_->api.CreateDescriptorPool(core_->device, &pool, nullptr, &made), "buffers cannot be bound"));
    pools_.push_back(made);
    sets_left_ = kSetsInAPool, bindings_left_ = room;
  }
  --sets_left_, bindings_left_ -= bindings;
  DescriptorSetAllocateInfo info{};
  info.descriptorPool = pools_.back(), info.descriptorSetCount = 1, info.pSetLayouts = &layout;
  Handle set = 0;
  RETURN_IF_ERROR(Checked(core_->api.AllocateDescriptorSets(core_->device, &info, &set), "buffers cannot be bound"));
  return set;
}

// The range of memory that is bound, whole groups of 16 bytes as kernels read them; of texels a view, else 0.
inline StatusOr<Handle> VulkanCommandBuffer::Bound(const Binding& binding, const ref_ptr<Buffer>& buffer, DescriptorBufferInfo* range) {
  const PhysicalDeviceLimits& limits = core_->properties.limits;
  const Memory& memory = MemoryOf(buffer);
  const Size rest = std::max<Size>(RoundedUp(buffer->byte_length(), 16), 16) - binding.offset;
  *range = {memory.buffer, buffer->offset() + binding.offset, binding.offset != 0 && binding.reach != 0 ? std::min<Size>(rest, RoundedUp(binding.reach, 16)) : rest};
  if (range->offset >= memory.size) *range = {memory.buffer, 0, 16};  // of nothing at the end, of which nothing is read
  range->range = std::min(range->range, memory.size - range->offset);
  const bool is_storage = binding.type == BindingType::kStorage;
  const Size alignment = is_storage ? limits.minStorageBufferOffsetAlignment : limits.minTexelBufferOffsetAlignment;
  if (range->offset % alignment != 0) return InvalidArgument("a buffer begins at byte " + std::to_string(range->offset) + " of another, which the device does not allow");
  if (is_storage) {
    if (range->range <= limits.maxStorageBufferRange) return Handle{0};
    return InvalidArgument("a buffer of " + std::to_string(range->range) + " bytes is larger than what the device binds");
  }
  constexpr uint32_t kFormats[] = {0, 100, 109, 99, 108, 98, 107};
  const uint32_t format = kFormats[static_cast<int>(binding.type)];
  if (range->range / (format > 100 ? 16 : 4) > limits.maxTexelBufferElements) return InvalidArgument("a buffer has more texels than the device binds");
  BufferViewCreateInfo info{};
  info.buffer = range->buffer, info.format = format, info.offset = range->offset, info.range = range->range;
  views_.push_back(0);
  RETURN_IF_ERROR(Checked(core_->api.CreateBufferView(core_->device, &info, nullptr, &views_.back()), "a buffer cannot be read as texels"));
  return views_.back();
}

inline Status VulkanCommandBuffer::Dispatch(const DispatchRequest& request) {
  auto* executable = static_cast<VulkanExecutable*>(request.executable);
  const ExecutableSpec& spec = executable->spec;
  ASSIGN_OR_RETURN(const Triple groups, request.Checked());
  if (groups.sizes[0] == 0 || groups.sizes[1] == 0 || groups.sizes[2] == 0) return OkStatus();
  const PhysicalDeviceProperties& device = core_->properties;
  const std::string entry_point = spec.entry_point;
  for (int axis = 0; axis < 3; ++axis) {
    if (groups.sizes[axis] > device.limits.maxComputeWorkGroupCount[axis]) return InvalidArgument(entry_point + ": more workgroups than the device has");
  }
  if (request.trips > 65535 && device.deviceType != kDeviceKindIntegrated && device.deviceType != kDeviceKindDiscrete) {
    return InvalidArgument(entry_point + ": would go around loops " + std::to_string(request.trips) + " times, and the device may stop after 65535");
  }
  const auto count = static_cast<uint32_t>(spec.bindings.size());
  ASSIGN_OR_RETURN(const Handle set, SetOf(executable->set_layout, count));
  std::vector<DescriptorBufferInfo> ranges(count);
  std::vector<Handle> views(count);
  std::vector<WriteDescriptorSet> writes(count);
  for (uint32_t at = 0; at < count; ++at) {
    const Binding& binding = spec.bindings[at];
    const ref_ptr<Buffer>& buffer = request.bindings[binding.argument].buffer;
    ASSIGN_OR_RETURN(views[at], Bound(binding, buffer, &ranges[at]));
    kept_.emplace_back(buffer);
    WriteDescriptorSet& write = writes[at];
    write.dstSet = set, write.dstBinding = binding.number, write.descriptorCount = 1;
    write.descriptorType = views[at] == 0 ? kDescriptorStorage : kDescriptorUniformTexel;
    write.pBufferInfo = &ranges[at], write.pTexelBufferView = &views[at];
  }
  kept_.emplace_back(executable);
  const Api& api = core_->api;
  api.UpdateDescriptorSets(core_->device, count, writes.data(), 0, nullptr);
  api.CmdBindPipeline(commands_, kBindCompute, executable->pipeline);
  api.CmdBindDescriptorSets(commands_, kBindCompute, executable->layout, 0, 1, &set, 0, nullptr);
  if (spec.pushed != 0) api.CmdPushConstants(commands_, executable->layout, kShaderStageCompute, 0, spec.pushed, request.push_constants.data());
  api.CmdDispatch(commands_, static_cast<uint32_t>(groups.sizes[0]), static_cast<uint32_t>(groups.sizes[1]), static_cast<uint32_t>(groups.sizes[2]));
  return OkStatus();
}

class VulkanAllocator final : public Allocator {
 public:
  VulkanAllocator(std::shared_ptr<Core> core, std::shared_ptr<VulkanQueue> queue) : core_(std::move(core)), queue_(std::move(queue)) {}
  StatusOr<ref_ptr<Buffer>> Allocate(hal::MemoryType type, BufferUsage, size_t byte_length) override {
    ASSIGN_OR_RETURN(const Memory memory, core_->Allocate(type, byte_length));
    return ref_ptr<Buffer>(make_ref<VulkanBuffer>(core_, queue_, memory, byte_length));
  }

 private:
  const std::shared_ptr<Core> core_;
  const std::shared_ptr<VulkanQueue> queue_;
};

class VulkanDevice final : public Device {
 public:
  static StatusOr<ref_ptr<Device>> Create(uint32_t ordinal) {
    auto core = std::make_shared<Core>();
    RETURN_IF_ERROR(core->Open(ordinal));
    auto device = make_ref<VulkanDevice>(std::move(core));
    RETURN_IF_ERROR(device->queue_->Open());
    return ref_ptr<Device>(device);
  }
  explicit VulkanDevice(std::shared_ptr<Core> core) : core_(std::move(core)), queue_(std::make_shared<VulkanQueue>(core_)), allocator_(core_, queue_), queues_{queue_.get()} {}
  ~VulkanDevice() override {
    if (!queue_->WaitIdle().ok()) queue_->Drop();
  }
  std::string name() const override { return core_->properties.deviceName; }
  Allocator* allocator() override { return &allocator_; }
  const std::vector<CommandQueue*>& command_queues() override { return queues_; }
  StatusOr<ref_ptr<CommandBuffer>> CreateCommandBuffer(CommandBufferMode, CommandCategory) override {
    ASSIGN_OR_RETURN(auto made, VulkanCommandBuffer::Create(core_));
    return ref_ptr<CommandBuffer>(made);
  }
  StatusOr<ref_ptr<Executable>> CreateExecutable(const ExecutableSpec& spec) override { return VulkanExecutable::Create(core_, spec); }
  StatusOr<ref_ptr<Semaphore>> CreateTimelineSemaphore(uint64_t initial_value) override {
    ASSIGN_OR_RETURN(auto made, VulkanTimeline::Create(core_, initial_value));
    return ref_ptr<Semaphore>(made);
  }
  Status WaitAllFences(const std::vector<FenceValue>& fences, Duration timeout) override { return queue_->Wait(fences, timeout); }

 private:
  const std::shared_ptr<Core> core_;
  const std::shared_ptr<VulkanQueue> queue_;
  VulkanAllocator allocator_;
  const std::vector<CommandQueue*> queues_;
};

}  // namespace vulkan

// The Vulkan device of a number, as `tf-run --list-devices` lists them.
inline StatusOr<ref_ptr<Device>> CreateVulkanDevice(uint32_t ordinal = 0) { return vulkan::VulkanDevice::Create(ordinal); }

}  // namespace hal
}  // namespace iree

#endif  // TFIR_HAL_H_
