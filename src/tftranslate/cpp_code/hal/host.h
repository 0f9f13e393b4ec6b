// The device that runs kernels as functions of C++. What is submitted runs at once on the thread that submits it; where it has to wait
// for a semaphore, on the thread that signals that.

namespace iree {
namespace hal {
namespace host {

class HostBuffer final : public Buffer {
 public:
  static StatusOr<ref_ptr<Buffer>> Create(size_t byte_length) {
    std::unique_ptr<Block[]> memory(new (std::nothrow) Block[byte_length / sizeof(Block) + 2]());
    if (!memory) return Status(StatusCode::kResourceExhausted, "no memory is left for " + std::to_string(byte_length) + " bytes");
    return ref_ptr<Buffer>(ref_ptr<HostBuffer>(new HostBuffer(byte_length, std::move(memory))));
  }
  unsigned char* data() { return memory_.get()->bytes; }
  Status ReadData(size_t offset, void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    if (length != 0) memcpy(data, this->data() + offset, length);
    return OkStatus();
  }
  Status WriteData(size_t offset, const void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    if (length != 0) memcpy(this->data() + offset, data, length);
    return OkStatus();
  }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  HostBuffer(size_t byte_length, std::unique_ptr<Block[]> memory) : Buffer(byte_length), memory_(std::move(memory)) {}

  const std::unique_ptr<Block[]> memory_;
};

inline unsigned char* DataOf(const ref_ptr<Buffer>& buffer) { return static_cast<HostBuffer*>(buffer->whole())->data() + buffer->offset(); }

class HostAllocator final : public Allocator {
 public:
  StatusOr<ref_ptr<Buffer>> Allocate(MemoryType, BufferUsage, size_t byte_length) override { return HostBuffer::Create(byte_length); }
};

class HostCommandBuffer final : public CommandBuffer {
 public:
  Status Begin() override { return OkStatus(); }
  Status End() override { return OkStatus(); }
  Status ExecutionBarrier() override { return OkStatus(); }
  Status FillBuffer(const ref_ptr<Buffer>& target, size_t offset, size_t length, uint32_t pattern) override {
    RETURN_IF_ERROR(target->CheckRange(offset, length));
    steps_.push_back([=] {
      unsigned char* bytes = DataOf(target) + offset;
      for (size_t at = 0; at < length; ++at) bytes[at] = static_cast<unsigned char>(pattern >> 8 * (at & 3));
    });
    return OkStatus();
  }
  Status CopyBuffer(const ref_ptr<Buffer>& source, size_t source_offset, const ref_ptr<Buffer>& target, size_t target_offset,
                    size_t length) override {
    RETURN_IF_ERROR(source->CheckRange(source_offset, length));
    RETURN_IF_ERROR(target->CheckRange(target_offset, length));
    steps_.push_back([=] { memmove(DataOf(target) + target_offset, DataOf(source) + source_offset, length); });
    return OkStatus();
  }
  Status Dispatch(const DispatchRequest& request) override {
    const ExecutableSpec& spec = request.executable->spec;
    if (spec.host == nullptr) {
      return Status(StatusCode::kUnimplemented, std::string(spec.entry_point) + ": there is no function of C++ of this kernel; tf-opt --spirv-style=plain makes kernels that have one");
    }
    ASSIGN_OR_RETURN(const Triple groups, request.Checked());
    std::vector<ref_ptr<Buffer>> buffers;
    for (const Binding& binding : spec.bindings) buffers.push_back(request.bindings[binding.argument].buffer);
    const ref_ptr<Executable> executable(request.executable);
    steps_.push_back([=, pushed = request.push_constants] {
      std::vector<unsigned char*> data;
      for (const auto& buffer : buffers) data.push_back(DataOf(buffer));
      const uint32_t counts[3] = {static_cast<uint32_t>(groups.sizes[0]), static_cast<uint32_t>(groups.sizes[1]), static_cast<uint32_t>(groups.sizes[2])};
      executable->spec.host(data.data(), reinterpret_cast<const unsigned char*>(pushed.data()), counts);
    });
    return OkStatus();
  }
  void Run() {
    for (const auto& step : steps_) step();
  }

 private:
  std::vector<std::function<void()>> steps_;
};

// What is submitted and has not run, and the counters that it waits for.
class HostQueue final : public CommandQueue {
 public:
  class Counter final : public Timeline {
   public:
    Counter(std::shared_ptr<HostQueue> queue, uint64_t value) : queue_(std::move(queue)), value_(value) {}
    StatusOr<uint64_t> Query() override { return value_.load(); }
    Status Signal(uint64_t value) override {
      std::lock_guard<std::recursive_mutex> lock(queue_->mutex_);
      Set(value);
      queue_->Progress();
      return OkStatus();
    }
    void Set(uint64_t value) { value_ = std::max(value_.load(), value); }
    uint64_t value() const { return value_; }

   private:
    const std::shared_ptr<HostQueue> queue_;
    std::atomic<uint64_t> value_;
  };

  Status Submit(std::vector<SubmissionBatch> batches, FenceValue fence) override {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    for (auto& batch : batches) pending_.push_back(std::move(batch));
    if (fence.fence) pending_.push_back(SubmissionBatch{{}, {}, {SemaphoreValue{fence.fence, fence.value}}});
    Progress();
    return OkStatus();
  }
  Status WaitIdle() override {
    return Wait([this] { return pending_.empty(); }, InfiniteDuration());
  }
  // What waits for what nothing will signal any more.
  void Drop() {
    std::list<SubmissionBatch> dropped;
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    dropped.swap(pending_);
  }
  Status WaitAll(const std::vector<FenceValue>& fences, Duration timeout) {
    return Wait([&fences] { return std::all_of(fences.begin(), fences.end(), [](const FenceValue& each) { return IsReached(each.fence, each.value); }); },
                timeout);
  }

 private:
  static bool IsReached(const ref_ptr<Timeline>& timeline, uint64_t value) {
    return !timeline || static_cast<Counter*>(timeline.get())->value() >= value;
  }

  void Progress() {
    while (!pending_.empty() && std::all_of(pending_.front().wait_semaphores.begin(), pending_.front().wait_semaphores.end(),
                                            [](const SemaphoreValue& each) { return IsReached(each.semaphore, each.value); })) {
      const SubmissionBatch batch = std::move(pending_.front());
      pending_.pop_front();
      for (const auto& commands : batch.command_buffers) static_cast<HostCommandBuffer*>(commands.get())->Run();
      for (const auto& signal : batch.signal_semaphores) {
        if (signal.semaphore) static_cast<Counter*>(signal.semaphore.get())->Set(signal.value);
      }
    }
    changed_.notify_all();
  }

  template <typename Condition>
  Status Wait(Condition condition, Duration timeout) {
    const auto end = std::chrono::steady_clock::now() + std::min<Duration>(timeout, std::chrono::hours(24 * 365));
    std::unique_lock<std::recursive_mutex> lock(mutex_);
    if (changed_.wait_until(lock, end, condition)) return OkStatus();
    return Status(StatusCode::kDeadlineExceeded, "what was submitted has not run in time");
  }

  std::recursive_mutex mutex_;
  std::condition_variable_any changed_;
  std::list<SubmissionBatch> pending_;
};

class HostDevice final : public Device {
 public:
  HostDevice() : queue_(std::make_shared<HostQueue>()), queues_{queue_.get()} {}
  ~HostDevice() override { queue_->Drop(); }
  std::string name() const override { return "host"; }
  Allocator* allocator() override { return &allocator_; }
  const std::vector<CommandQueue*>& command_queues() override { return queues_; }
  StatusOr<ref_ptr<CommandBuffer>> CreateCommandBuffer(CommandBufferMode, CommandCategory) override {
    return ref_ptr<CommandBuffer>(make_ref<HostCommandBuffer>());
  }
  StatusOr<ref_ptr<Executable>> CreateExecutable(const ExecutableSpec& spec) override { return make_ref<Executable>(spec); }
  StatusOr<ref_ptr<Semaphore>> CreateTimelineSemaphore(uint64_t initial_value) override {
    return ref_ptr<Semaphore>(make_ref<HostQueue::Counter>(queue_, initial_value));
  }
  Status WaitAllFences(const std::vector<FenceValue>& fences, Duration timeout) override { return queue_->WaitAll(fences, timeout); }

 private:
  HostAllocator allocator_;
  const std::shared_ptr<HostQueue> queue_;
  const std::vector<CommandQueue*> queues_;
};

}  // namespace host

inline StatusOr<ref_ptr<Device>> CreateHostDevice() { return ref_ptr<Device>(make_ref<host::HostDevice>()); }

}  // namespace hal
}  // namespace iree

