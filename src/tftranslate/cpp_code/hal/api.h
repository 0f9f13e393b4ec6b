// The hardware abstraction layer that modules written by `tf-translate --mlir-to-cpp` are compiled against: one header, C++17.
//
//     iree::hal::CreateHostDevice()      kernels as functions of C++, on the thread that submits or waits
//     iree::hal::CreateVulkanDevice(0)   kernels in SPIR-V on a Vulkan 1.2 device; the loader is opened with dlopen (link with -ldl)
//
//     auto device = iree::hal::CreateHostDevice();
//     iree::vm::Context context(device.value());
//     auto module = SimpleMulModule::Create(&context);
//     auto a = iree::hal::MakeBufferView<float>(device.value().get(), {4}, data);
//     auto product = module.value()->simple_mul(a.value(), b.value());
//     product.value().buffer->ReadData(0, result, sizeof result);
//
// Names are those of IREE's HAL of 2019, as far as such modules use them. Nothing throws but the standard library, out of memory.
#ifndef TFIR_HAL_H_
#define TFIR_HAL_H_

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace iree {

// What became of a call.

enum class StatusCode { kOk, kInvalidArgument, kNotFound, kUnimplemented, kResourceExhausted, kDeadlineExceeded, kInternal };

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}
  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status OkStatus() { return Status(); }
inline Status InvalidArgument(std::string message) { return Status(StatusCode::kInvalidArgument, std::move(message)); }

template <typename T>
class [[nodiscard]] StatusOr {
 public:
  StatusOr(Status status) : content_(std::move(status)) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U&&, T> && !std::is_same_v<std::decay_t<U>, Status>>>
  StatusOr(U&& value) : content_(std::in_place_index<1>, std::forward<U>(value)) {}
  bool ok() const { return content_.index() == 1; }
  Status status() const { return ok() ? Status() : std::get<0>(content_); }
  const std::variant<Status, T>& content() const { return content_; }
  // Only where it is ok().
  T& value() & { return std::get<1>(content_); }
  T&& value() && { return std::get<1>(std::move(content_)); }

 private:
  std::variant<Status, T> content_;
};

#define TFIR_JOINED_(a, b) a##b
#define TFIR_JOINED(a, b) TFIR_JOINED_(a, b)
#ifndef RETURN_IF_ERROR
#define RETURN_IF_ERROR(...)                                           \
  do {                                                                 \
    ::iree::Status returned_status = (__VA_ARGS__);                    \
    if (!returned_status.ok()) return returned_status;                 \
  } while (false)
#endif
#ifndef ASSIGN_OR_RETURN
#define ASSIGN_OR_RETURN(target, ...) TFIR_ASSIGN_OR_RETURN(TFIR_JOINED(status_or_, __LINE__), target, __VA_ARGS__)
#define TFIR_ASSIGN_OR_RETURN(result, target, ...) \
  auto result = (__VA_ARGS__);                     \
  if (!result.ok()) return result.status();        \
  target = std::move(result).value()
#endif

// Objects that are shared.

class RefObject {
 public:
  RefObject() = default;
  RefObject(const RefObject&) = delete;
  RefObject& operator=(const RefObject&) = delete;
  virtual ~RefObject() = default;
  void AddReference() { ++references_; }
  void ReleaseReference() {
    if (--references_ == 0) delete this;
  }

 private:
  std::atomic<int> references_{0};
};

template <typename T>
class ref_ptr {
 public:
  ref_ptr() = default;
  ref_ptr(std::nullptr_t) {}
  explicit ref_ptr(T* object) : object_(object) {
    if (object_ != nullptr) object_->AddReference();
  }
  ref_ptr(const ref_ptr& other) : ref_ptr(other.object_) {}
  ref_ptr(ref_ptr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  ref_ptr(const ref_ptr<U>& other) : ref_ptr(static_cast<T*>(other.get())) {}
  ref_ptr& operator=(ref_ptr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ref_ptr() {
    if (object_ != nullptr) object_->ReleaseReference();
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

template <typename T>
ref_ptr<T> add_ref(const ref_ptr<T>& object) {
  return object;
}

template <typename T, typename... Arguments>
ref_ptr<T> make_ref(Arguments&&... arguments) {
  return ref_ptr<T>(new T(std::forward<Arguments>(arguments)...));
}

using Duration = std::chrono::nanoseconds;
inline Duration InfiniteDuration() { return Duration::max(); }

// Sizes: what is divided by 0 is 0.
inline int64_t FloorDiv(int64_t a, int64_t b) { return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0)); }
inline int64_t CeilDiv(int64_t a, int64_t b) { return -FloorDiv(-a, b); }
inline int64_t Mod(int64_t a, int64_t b) { return b == 0 ? 0 : a - FloorDiv(a, b) * b; }
inline int64_t TruncDiv(int64_t a, int64_t b) { return b == 0 ? 0 : a / b; }

// A float of 16 bits, which compilers of C++ need not have: computed with as a float, and rounded to the nearest, ties to even.
struct half {
  uint16_t bits;

  half() = default;
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  half(T value) : bits(Rounded(static_cast<double>(value))) {}
  operator float() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                : ldexpf(static_cast<float>(exponent == 0 ? fraction : fraction + 1024), exponent < 1 ? -24 : exponent - 25);
    return bits & 0x8000 ? -size : size;
  }

 private:
  static uint16_t Rounded(double value) {
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value)) return static_cast<uint16_t>(sign | 0x7e00);
    const double size = fabs(value);
    if (size >= 65520.0) return static_cast<uint16_t>(sign | 0x7c00);
    int exponent = 0;
    frexp(size, &exponent);  // size < 2^exponent
    const int scale = std::max(exponent - 11, -24);
    const int units = static_cast<int>(nearbyint(ldexp(size, -scale)));  // at most 2048, where the exponent becomes one more
    return static_cast<uint16_t>(sign | (units < 1024 ? units : ((scale + 24) << 10) + units));
  }
};

namespace hal {

// What memory is for. A device may put more into the same kind of memory than it is asked to.

enum class MemoryType { kTransient = 1, kHostVisible = 2, kHostCoherent = 4, kHostLocal = 6, kDeviceVisible = 16, kDeviceLocal = 48 };
enum class BufferUsage { kConstant = 1, kTransfer = 2, kMapping = 4, kDispatch = 8 };
enum class CommandBufferMode { kOneShot = 1 };
enum class CommandCategory { kTransfer = 1, kDispatch = 2 };

#define TFIR_FLAGS(Enum)                                                                                          \
  constexpr Enum operator|(Enum a, Enum b) { return static_cast<Enum>(static_cast<int>(a) | static_cast<int>(b)); } \
  constexpr bool Has(Enum flags, Enum part) { return (static_cast<int>(flags) & static_cast<int>(part)) == static_cast<int>(part); }
TFIR_FLAGS(MemoryType)
TFIR_FLAGS(BufferUsage)
TFIR_FLAGS(CommandCategory)

using Shape = std::vector<int64_t>;

// As many as no buffer has elements of, where the product is more than that. Sizes are not negative.
inline int64_t CountOf(const Shape& shape) {
  constexpr int64_t kTooMany = int64_t{1} << 56;  // whose bytes a size_t still holds
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size == 0) return 0;
    count = size < 0 || count > kTooMany / size ? kTooMany : count * size;
  }
  return count;
}

inline std::string TextOf(const Shape& shape) {
  std::string text;
  for (int64_t size : shape) text += (text.empty() ? "" : "x") + (size < 0 ? std::string("?") : std::to_string(size));
  return "[" + text + "]";
}

// Memory of a device. Data are read and written by the host when the device is done with them.
class Buffer : public RefObject {
 public:
  explicit Buffer(size_t byte_length) : byte_length_(byte_length) {}
  size_t byte_length() const { return byte_length_; }
  virtual Status ReadData(size_t offset, void* data, size_t length) = 0;
  virtual Status WriteData(size_t offset, const void* data, size_t length) = 0;
  // The buffer that it is a part of, and where in it; itself where it is none.
  virtual Buffer* whole() { return this; }
  virtual size_t offset() const { return 0; }
  Status CheckRange(size_t offset, size_t length) const {
    if (offset <= byte_length_ && length <= byte_length_ - offset) return OkStatus();
    return InvalidArgument(std::to_string(length) + " bytes from " + std::to_string(offset) + " on of a buffer of " + std::to_string(byte_length_));
  }

 private:
  const size_t byte_length_;
};

// A part of a buffer, as far as that goes.
class Subspan final : public Buffer {
 public:
  Subspan(const ref_ptr<Buffer>& buffer, size_t offset, size_t length)
      : Buffer(std::min(length, buffer->byte_length() - std::min(offset, buffer->byte_length()))),
        whole_(buffer->whole()),
        offset_(buffer->offset() + std::min(offset, buffer->byte_length())) {}
  Status ReadData(size_t offset, void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    return whole_->ReadData(offset_ + offset, data, length);
  }
  Status WriteData(size_t offset, const void* data, size_t length) override {
    RETURN_IF_ERROR(CheckRange(offset, length));
    return whole_->WriteData(offset_ + offset, data, length);
  }
  Buffer* whole() override { return whole_.get(); }
  size_t offset() const override { return offset_; }

 private:
  const ref_ptr<Buffer> whole_;
  const size_t offset_;
};

// A buffer that holds an array, in row-major order.
struct BufferView {
  BufferView() = default;
  BufferView(ref_ptr<Buffer> buffer_, Shape shape_, size_t element_size_)
      : buffer(std::move(buffer_)), shape(std::move(shape_)), element_size(element_size_) {}
  size_t byte_length() const { return static_cast<size_t>(CountOf(shape)) * element_size; }

  ref_ptr<Buffer> buffer;
  Shape shape;
  size_t element_size = 0;
};

class Allocator {
 public:
  virtual ~Allocator() = default;
  virtual StatusOr<ref_ptr<Buffer>> Allocate(MemoryType type, BufferUsage usage, size_t byte_length) = 0;
};

// A counter that only grows: what is submitted waits until it has reached a value, and sets it when it has run. Both a semaphore,
// which commands wait for, and a fence, which the host does.
class Timeline : public RefObject {
 public:
  virtual StatusOr<uint64_t> Query() = 0;
  virtual Status Signal(uint64_t value) = 0;
};
using Semaphore = Timeline;
using Fence = Timeline;

struct SemaphoreValue {
  ref_ptr<Semaphore> semaphore;
  uint64_t value;
};
struct FenceValue {
  ref_ptr<Fence> fence;
  uint64_t value;
};

// A kernel in the forms that there are of it.

using HostFunction = void (*)(unsigned char* const* buffers, const unsigned char* pushed, const uint32_t* groups);
enum class BindingType { kStorage, kR32f, kRgba32f, kR32i, kRgba32i, kR32ui, kRgba32ui };
struct Binding {
  uint32_t number;    // in the kernel
  uint32_t argument;  // which of the dispatch's buffers, and from which byte on
  BindingType type;
  uint64_t offset;
  uint64_t reach;  // bytes that it reads and writes at most; 0 where sizes tell
};
struct ExecutableSpec {
  const char* entry_point;
  const uint32_t* spirv;  // or nullptr
  size_t spirv_words;
  HostFunction host;  // or nullptr
  std::vector<Binding> bindings;
  uint32_t pushed;  // bytes
  uint32_t local_size[3];
};

class Executable : public RefObject {
 public:
  explicit Executable(ExecutableSpec spec_) : spec(std::move(spec_)) {}
  const ExecutableSpec spec;
};

struct Triple {
  Triple(int64_t x, int64_t y, int64_t z) : sizes{x, y, z} {}
  Triple() : Triple(0, 0, 0) {}
  int64_t sizes[3];
};

struct BufferBinding {
  ref_ptr<Buffer> buffer;
  Shape shape;
  size_t element_size;
};

// `workload` is how many invocations there are; some kernels say `workgroups` instead. `trips` is how often an invocation goes around
// loops where sizes tell that; of a device in software it must not be more than 65535.
struct DispatchRequest {
  Executable* executable = nullptr;
  Triple workload;
  Triple workgroups;
  std::vector<BufferBinding> bindings;
  std::vector<int32_t> push_constants;
  int64_t trips = 0;

  // How many workgroups there are; an error where buffers are smaller than what the kernel reaches, or sizes are missing.
  StatusOr<Triple> Checked() const {
    Triple groups = workgroups;
    if (push_constants.size() * sizeof(int32_t) < executable->spec.pushed) return InvalidArgument(std::string(executable->spec.entry_point) + ": is told too few sizes");
    for (int axis = 0; axis < 3; ++axis) {
      if (workload.sizes[axis] != 0) groups.sizes[axis] = CeilDiv(workload.sizes[axis], executable->spec.local_size[axis]);
      if (groups.sizes[axis] < 0 || groups.sizes[axis] > INT32_MAX) return InvalidArgument(std::string(executable->spec.entry_point) + ": too many workgroups");
    }
    for (const Binding& binding : executable->spec.bindings) {
      if (binding.argument >= bindings.size()) return InvalidArgument(std::string(executable->spec.entry_point) + ": binds more buffers than it is given");
      const size_t length = bindings[binding.argument].buffer->byte_length();
      if (binding.offset + binding.reach > (length + 15) / 16 * 16) {
        return InvalidArgument(std::string(executable->spec.entry_point) + ": reaches " + std::to_string(binding.offset + binding.reach) +
                               " bytes of a buffer of " + std::to_string(length));
      }
    }
    return groups;
  }
};

// What a device is told to do, one after another; what a barrier stands between does not overlap.
class CommandBuffer : public RefObject {
 public:
  virtual Status Begin() = 0;
  virtual Status End() = 0;
  virtual Status ExecutionBarrier() = 0;
  virtual Status FillBuffer(const ref_ptr<Buffer>& target, size_t offset, size_t length, uint32_t pattern) = 0;
  virtual Status CopyBuffer(const ref_ptr<Buffer>& source, size_t source_offset, const ref_ptr<Buffer>& target, size_t target_offset,
                            size_t length) = 0;
  virtual Status Dispatch(const DispatchRequest& request) = 0;
};

struct SubmissionBatch {
  std::vector<SemaphoreValue> wait_semaphores;
  std::vector<ref_ptr<CommandBuffer>> command_buffers;
  std::vector<SemaphoreValue> signal_semaphores;
};

// Batches run in the order in which they are submitted. Semaphores and fences that are null are none.
class CommandQueue {
 public:
  virtual ~CommandQueue() = default;
  virtual Status Submit(std::vector<SubmissionBatch> batches, FenceValue fence) = 0;
  virtual Status WaitIdle() = 0;
};

class Device : public RefObject {
 public:
  virtual std::string name() const = 0;
  virtual Allocator* allocator() = 0;
  virtual const std::vector<CommandQueue*>& command_queues() = 0;
  virtual StatusOr<ref_ptr<CommandBuffer>> CreateCommandBuffer(CommandBufferMode mode, CommandCategory categories) = 0;
  virtual StatusOr<ref_ptr<Executable>> CreateExecutable(const ExecutableSpec& spec) = 0;
  virtual StatusOr<ref_ptr<Semaphore>> CreateTimelineSemaphore(uint64_t initial_value) = 0;
  virtual StatusOr<ref_ptr<Fence>> CreateFence(uint64_t initial_value) { return CreateTimelineSemaphore(initial_value); }
  virtual Status WaitAllFences(const std::vector<FenceValue>& fences, Duration timeout) = 0;
};

// Views

// Where each buffer of an arena begins, and behind these the size of the arena. A row is the number of a buffer, that of its size, and a first and a last
// step between which it is needed; buffers that are not needed at one step may share memory.
inline std::vector<int64_t> PlacesInArena(const std::vector<int64_t>& sizes, const std::vector<std::array<int64_t, 4>>& rows, int64_t alignment) {
  struct Need {
    size_t number;
    int64_t size;
    std::vector<std::pair<int64_t, int64_t>> spans;
  };
  std::vector<Need> needs;
  for (const auto& row : rows) {
    if (static_cast<size_t>(row[0]) == needs.size()) {
      const int64_t size = std::max<int64_t>(sizes[static_cast<size_t>(row[1])], 0);
      needs.push_back({needs.size(), CeilDiv(size, alignment) * alignment, {}});
    }
    needs[static_cast<size_t>(row[0])].spans.emplace_back(row[2], row[3]);
  }
  std::vector<int64_t> best;
  for (const bool largest_first : {true, false}) {
    std::stable_sort(needs.begin(), needs.end(), [&](const Need& a, const Need& b) {
      return largest_first ? a.size > b.size : a.spans[0].first < b.spans[0].first;
    });
    std::vector<int64_t> places(needs.size() + 1, 0);
    for (size_t at = 0; at < needs.size(); ++at) {
      std::vector<const Need*> neighbours;
      for (size_t other = 0; other < at; ++other) {
        bool meets = false;
        for (const auto& a : needs[at].spans) {
          for (const auto& b : needs[other].spans) meets = meets || (a.first <= b.second && b.first <= a.second);
        }
        if (meets) neighbours.push_back(&needs[other]);
      }
      std::sort(neighbours.begin(), neighbours.end(), [&](const Need* a, const Need* b) { return places[a->number] < places[b->number]; });
      int64_t offset = 0;
      for (const Need* other : neighbours) {
        if (offset + needs[at].size <= places[other->number]) break;
        offset = std::max(offset, places[other->number] + other->size);
      }
      places[needs[at].number] = offset;
      places.back() = std::max(places.back(), offset + needs[at].size);
    }
    if (best.empty() || places.back() < best.back()) best = places;
  }
  return best;
}

// The buffers of an arena, and where they were in the last call: one of the same sizes looks for nothing.
class ArenaPlan final {
 public:
  ArenaPlan(std::vector<std::array<int64_t, 4>> rows, int64_t alignment) : rows_(std::move(rows)), alignment_(alignment) {}

  std::vector<int64_t> PlacesFor(const std::vector<int64_t>& sizes) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (places_.empty() || sizes != sizes_) {
      places_ = PlacesInArena(sizes, rows_, alignment_);
      sizes_ = sizes;
      ++searches_;
    }
    return places_;
  }

  size_t searches() const { return searches_; }

 private:
  const std::vector<std::array<int64_t, 4>> rows_;
  const int64_t alignment_;
  std::mutex mutex_;
  std::vector<int64_t> sizes_, places_;
  size_t searches_ = 0;
};

inline BufferView Subview(const BufferView& view, int64_t offset, Shape shape, size_t element_size) {
  const size_t length = static_cast<size_t>(CountOf(shape)) * element_size;
  return BufferView(make_ref<Subspan>(view.buffer, static_cast<size_t>(offset), length), std::move(shape), element_size);
}

inline StatusOr<BufferView> Reshaped(const BufferView& view, Shape shape) {
  if (CountOf(shape) != CountOf(view.shape)) return InvalidArgument("views " + TextOf(view.shape) + " as " + TextOf(shape) + ": sizes do not go together");
  return BufferView(view.buffer, std::move(shape), view.element_size);
}

inline StatusOr<BufferView> AllocateView(Device* device, MemoryType type, BufferUsage usage, Shape shape, size_t element_size) {
  for (int64_t size : shape) {
    if (size < 0) return InvalidArgument("sizes come to " + TextOf(shape));
  }
  ASSIGN_OR_RETURN(auto buffer, device->allocator()->Allocate(type, usage, static_cast<size_t>(CountOf(shape)) * element_size));
  return BufferView(std::move(buffer), std::move(shape), element_size);
}

// What lies at `data`, row by row, in memory of a device.
template <typename T>
StatusOr<BufferView> MakeBufferView(Device* device, Shape shape, const T* data) {
  ASSIGN_OR_RETURN(auto view, AllocateView(device, MemoryType::kHostLocal | MemoryType::kDeviceVisible,
                                           BufferUsage::kDispatch | BufferUsage::kMapping | BufferUsage::kTransfer, std::move(shape), sizeof(T)));
  RETURN_IF_ERROR(view.buffer->WriteData(0, data, view.byte_length()));
  return view;
}

// Of sizes, -1 is any.
inline Status CheckView(const char* name, const BufferView& view, const Shape& shape, size_t element_size) {
  bool fits = view.buffer && view.shape.size() == shape.size() && view.element_size == element_size;
  for (size_t axis = 0; fits && axis < shape.size(); ++axis) fits = view.shape[axis] >= 0 && (shape[axis] < 0 || view.shape[axis] == shape[axis]);
  if (fits && view.byte_length() <= view.buffer->byte_length()) return OkStatus();
  return InvalidArgument(std::string(name) + ": expected " + TextOf(shape) + " of " + std::to_string(element_size) + " bytes each, given " +
                         (view.buffer ? TextOf(view.shape) + " of " + std::to_string(view.element_size) + " in a buffer of " +
                                            std::to_string(view.buffer->byte_length()) : std::string("no buffer")));
}

// Sizes that a kernel takes to be equal.
inline Status CheckEqual(const char* name, std::initializer_list<std::pair<int64_t, int64_t>> pairs) {
  for (const auto& [one, other] : pairs) {
    if (one != other) return InvalidArgument(std::string(name) + ": sizes " + std::to_string(one) + " and " + std::to_string(other) + " do not go together");
  }
  return OkStatus();
}

}  // namespace hal

namespace vm {

// The devices that modules run on.
class Context {
 public:
  explicit Context(ref_ptr<hal::Device> device) { AddDevice(std::move(device)); }
  void AddDevice(ref_ptr<hal::Device> device) { devices_.push_back(std::move(device)); }
  const std::vector<ref_ptr<hal::Device>>& devices() const { return devices_; }

 private:
  std::vector<ref_ptr<hal::Device>> devices_;
};

// A constant: its bytes in the program, or where they begin in the module's file, and what `DigestOf` makes of them there.
struct Constant {
  const void* data;
  uint64_t offset;
  uint64_t byte_length;
  uint64_t digest;
};

// What tells a file of constants from that of another program: a sum of its words of 8 bytes, the least significant byte first, each mixed with
// its place. Zeros stand for what the last word lacks.
inline uint64_t DigestOf(const unsigned char* bytes, uint64_t length) {
  uint64_t digest = length;
  for (uint64_t at = 0; at < length; at += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + at, static_cast<size_t>(std::min<uint64_t>(length - at, 8)));
    word = (word ^ at) * 0x9e3779b97f4a7c15u;
    digest += word ^ word >> 32;
  }
  return digest;
}

// What all modules have: kernels and constants on each of the context's devices.
class Module {
 public:
  virtual ~Module() = default;

 protected:
  hal::Device* select_device(size_t index) const { return devices_[index].device.get(); }
  Status CheckDevice(const hal::Device* device) const {
    return on(device) != nullptr ? OkStatus() : InvalidArgument("the device is none of the context that the module was made for");
  }
  // These are of devices that were checked.
  hal::Executable* device_executable(const hal::Device* device, size_t ordinal) const { return on(device)->executables[ordinal].get(); }
  const ref_ptr<hal::Buffer>& device_constant(const hal::Device* device, size_t ordinal) const { return on(device)->constants[ordinal]; }

  Status Prepare(Context* context, const std::vector<hal::ExecutableSpec>& executables, const std::vector<Constant>& constants,
                 const char* path) {
    for (const auto& device : context->devices()) {
      Resident resident{device, {}, {}};
      for (const auto& spec : executables) {
        ASSIGN_OR_RETURN(auto executable, device->CreateExecutable(spec));
        resident.executables.push_back(std::move(executable));
      }
      RETURN_IF_ERROR(Upload(constants, path, &resident));
      devices_.push_back(std::move(resident));
    }
    return devices_.empty() ? InvalidArgument("the context has no device") : OkStatus();
  }

  // Memory of the device that a call uses for itself.
  static StatusOr<hal::BufferView> AllocateTransient(hal::Device* device, hal::Shape shape, size_t element_size) {
    return hal::AllocateView(device, hal::MemoryType::kTransient | hal::MemoryType::kDeviceLocal,
                             hal::BufferUsage::kDispatch | hal::BufferUsage::kTransfer, std::move(shape), element_size);
  }

  // Memory for what is copied from a view, where there is none yet.
  static Status MakeRoom(hal::Device* device, const hal::BufferView& source, hal::BufferView* target) {
    if (!target->buffer) {
      ASSIGN_OR_RETURN(*target, AllocateTransient(device, source.shape, source.element_size));
    }
    if (target->shape == source.shape) return OkStatus();
    return InvalidArgument(hal::TextOf(source.shape) + " would be copied to " + hal::TextOf(target->shape) + ": sizes do not go together");
  }

  // Runs what is recorded, since the host has to look at what it computes; what follows is another command buffer.
  static Status Flush(hal::Device* device, ref_ptr<hal::CommandBuffer>* cmd, hal::SemaphoreValue* wait_semaphore) {
    RETURN_IF_ERROR((*cmd)->End());
    ASSIGN_OR_RETURN(auto fence, device->CreateFence(0u));
    hal::FenceValue done{add_ref(fence), 1u};
    RETURN_IF_ERROR(device->command_queues()[0]->Submit({hal::SubmissionBatch{{*wait_semaphore}, {*cmd}, {}}}, done));
    RETURN_IF_ERROR(device->WaitAllFences({done}, InfiniteDuration()));
    *wait_semaphore = {};
    ASSIGN_OR_RETURN(*cmd, device->CreateCommandBuffer(hal::CommandBufferMode::kOneShot, hal::CommandCategory::kDispatch | hal::CommandCategory::kTransfer));
    return (*cmd)->Begin();
  }

  // What is asserted does not hold: the message, with numbers for {0}, {1}, ...
  template <typename... Numbers>
  static Status Refused(std::string text, const Numbers&... numbers) {
    const std::vector<std::string> shown{std::to_string(numbers.ok() ? std::get<1>(numbers.content()) : 0)...};
    for (size_t at = 0; at < shown.size(); ++at) {
      const std::string place = "{" + std::to_string(at) + "}";
      for (size_t found = text.find(place); found != std::string::npos; found = text.find(place)) text.replace(found, place.size(), shown[at]);
    }
    return InvalidArgument(std::move(text));
  }

  // The element at some indices of what the device has computed.
  template <typename T>
  static StatusOr<T> ReadElement(const hal::BufferView& view, const std::vector<int64_t>& indices = {}) {
    int64_t at = 0;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
      if (indices[axis] < 0 || indices[axis] >= view.shape[axis]) return InvalidArgument("reads an element outside of " + hal::TextOf(view.shape));
      at = at * view.shape[axis] + indices[axis];
    }
    T value;
    RETURN_IF_ERROR(view.buffer->ReadData(static_cast<size_t>(at) * sizeof(T), &value, sizeof(T)));
    return value;
  }

 private:
  struct Resident {
    ref_ptr<hal::Device> device;
    std::vector<ref_ptr<hal::Executable>> executables;
    std::vector<ref_ptr<hal::Buffer>> constants;
  };

  const Resident* on(const hal::Device* device) const {
    for (const auto& resident : devices_) {
      if (resident.device.get() == device) return &resident;
    }
    return nullptr;
  }

  static Status Upload(const std::vector<Constant>& constants, const char* path, Resident* resident) {
    constexpr size_t kAlignment = 256;  // the most that Vulkan devices may ask for
    std::vector<size_t> offsets;
    size_t length = 0;
    for (const auto& constant : constants) {
      offsets.push_back(length);
      length += (constant.byte_length + kAlignment - 1) / kAlignment * kAlignment;
    }
    if (constants.empty()) return OkStatus();
    ASSIGN_OR_RETURN(auto whole, resident->device->allocator()->Allocate(
                                     hal::MemoryType::kDeviceLocal,
                                     hal::BufferUsage::kConstant | hal::BufferUsage::kDispatch | hal::BufferUsage::kTransfer, length));
    std::vector<unsigned char> content;
    if (path != nullptr) RETURN_IF_ERROR(ReadFile(path, constants, &content));
    for (size_t at = 0; at < constants.size(); ++at) {
      const void* data = path == nullptr ? constants[at].data : content.data() + constants[at].offset;
      RETURN_IF_ERROR(whole->WriteData(offsets[at], data, constants[at].byte_length));
      resident->constants.push_back(make_ref<hal::Subspan>(whole, offsets[at], constants[at].byte_length));
    }
    return OkStatus();
  }

  static Status ReadFile(const char* path, const std::vector<Constant>& constants, std::vector<unsigned char>* content) {
    std::unique_ptr<FILE, int (*)(FILE*)> file(fopen(path, "rb"), fclose);
    if (!file) return Status(StatusCode::kNotFound, std::string("the constants cannot be read: ") + path);
    content->resize(constants.back().offset + constants.back().byte_length);
    if (fread(content->data(), 1, content->size(), file.get()) != content->size()) {
      return InvalidArgument(std::string("the constants are not all there: ") + path);
    }
    for (const auto& constant : constants) {
      if (DigestOf(content->data() + constant.offset, constant.byte_length) == constant.digest) continue;
      return InvalidArgument(std::string("the constants are those of another program: ") + path);
    }
    return OkStatus();
  }

  std::vector<Resident> devices_;
};

}  // namespace vm
}  // namespace iree

