"""The HAL's Vulkan device where Vulkan's functions fail, each in turn, and where the host reaches none of the device's memory: an error, or the
numbers, and all that was made is destroyed. The header's calls go through hooks, which stand for a driver that lavapipe is not. And what waits
for what never comes, in the same program, which takes long to compile."""

import subprocess

import pytest
from c_programs import LOOP
from c_programs import lowered as plain
from cpp_programs import COMPILER, FLAGS, SANITIZED, header_folder

from tftranslate.cpp_code.program import Program

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C++")
# `dlsym` gives hooks: of each function one that counts its calls and those of objects made and destroyed.
HOOKS = r"""
#include <dlfcn.h>
void* Hooked(void* library, const char* name);
#define dlsym Hooked
#include "program.h"
#undef dlsym
#include <string_view>
#include <type_traits>

using namespace iree::hal::vulkan;

static long calls = 0, failing = -1, made = 0;
static Result failure = -2;
static bool is_split = false;
static LogicalDevice made_device = nullptr;
constexpr Result kLost = -4;
static void* (*instance_function)(Instance, const char*) = nullptr;
static void* (*device_function)(LogicalDevice, const char*) = nullptr;

#define TFIR_HOOK(result, name, takes)      \
  static result(*real_##name) takes = nullptr; \
  static constexpr char name_##name[] = #name;
TFIR_VULKAN_LOADER(TFIR_HOOK) TFIR_VULKAN_INSTANCE(TFIR_HOOK) TFIR_VULKAN_DEVICE(TFIR_HOOK)

template <typename Function, Function* kReal, const char* kName>
struct Hook;
template <typename R, typename... A, R (**kReal)(A...), const char* kName>
struct Hook<R (*)(A...), kReal, kName> {
  static R Call(A... arguments) {
    constexpr std::string_view name = kName;
    std::tuple<A...> given(arguments...);
    if constexpr (name == "AllocateMemory") {
      MemoryAllocateInfo info = *std::get<1>(given);
      if (is_split) info.memoryTypeIndex = 0;
      return Counted([&] { return (*kReal)(std::get<0>(given), &info, nullptr, std::get<3>(given)); });
    } else if constexpr (std::is_same_v<R, Result>) {
      const Result result = Counted([&] { return (*kReal)(arguments...); });
      if constexpr (name == "CreateDevice") made_device = result == kSuccess ? *std::get<3>(given) : nullptr;
      return result;
    } else {
      if constexpr (name == "DestroyDevice") made_device = nullptr;
      if constexpr (name == "DestroyDevice" || name == "DestroyInstance") --made;
      else if constexpr (name.substr(0, 7) == "Destroy" || name == "FreeMemory") made -= std::get<1>(given) != 0;
      (*kReal)(arguments...);
      if constexpr (name == "GetPhysicalDeviceMemoryProperties") {
        PhysicalDeviceMemoryProperties* found = std::get<1>(given);
        if (is_split) found->memoryTypeCount = 2, found->memoryTypes[1] = {14, found->memoryTypes[0].heapIndex}, found->memoryTypes[0].propertyFlags = 1;
      }
      if constexpr (name == "GetBufferMemoryRequirements") {
        if (is_split) std::get<2>(given)->memoryTypeBits = 3;
      }
    }
  }
  template <typename Made>
  static Result Counted(Made make) {
    if (calls++ == failing) {
      if (failure == kLost && made_device != nullptr && real_DeviceWaitIdle != nullptr) real_DeviceWaitIdle(made_device);  // a device that is lost does nothing more
      return failure;
    }
    const Result result = make();
    constexpr std::string_view name = kName;
    if constexpr (name.substr(0, 6) == "Create" || name == "AllocateMemory") made += result == kSuccess;
    return result;
  }
};

template <typename Function>
static void* Kept(void* found, Function* real, Function hook) {
  if (found == nullptr) return nullptr;
  memcpy(real, &found, sizeof found);
  void* address = nullptr;
  memcpy(&address, &hook, sizeof address);
  return address;
}
#define TFIR_KEPT(result, name, takes) \
  if (found_name == "vk" #name) return Kept(found, &real_##name, &Hook<result(*) takes, &real_##name, name_##name>::Call);
static void* OfDevice(LogicalDevice device, const char* name) {
  void* found = device_function(device, name);
  const std::string_view found_name = name;
  TFIR_VULKAN_DEVICE(TFIR_KEPT)
  return found;
}
static void* OfInstance(Instance instance, const char* name) {
  void* found = instance_function(instance, name);
  const std::string_view found_name = name;
  if (found_name == "vkGetDeviceProcAddr") return Kept(found, &device_function, &OfDevice);
  TFIR_VULKAN_LOADER(TFIR_KEPT) TFIR_VULKAN_INSTANCE(TFIR_KEPT)
  return found;
}
void* Hooked(void* library, const char* name) { return Kept(dlsym(library, name), &instance_function, &OfInstance); }

// x doubled five times, and what came of it.
static iree::Status Run(float* doubled) {
  ASSIGN_OR_RETURN(auto device, iree::hal::CreateVulkanDevice());
  iree::vm::Context context(device);
  ASSIGN_OR_RETURN(auto module, ProgramModule::Create(&context));
  const int32_t times = 5;
  const float numbers[3] = {1, -0.5f, 3};
  ASSIGN_OR_RETURN(auto n, iree::hal::MakeBufferView<int32_t>(device.get(), {}, &times));
  ASSIGN_OR_RETURN(auto x, iree::hal::MakeBufferView<float>(device.get(), {3}, numbers));
  ASSIGN_OR_RETURN(auto results, module->main(n, x));
  return std::get<0>(results).buffer->ReadData(0, doubled, 3 * sizeof(float));
}

static iree::Status RunFailing(long at) {
  float doubled[3] = {};
  calls = 0, failing = at;
  const iree::Status status = Run(doubled);
  if (status.ok() && (doubled[0] != 32 || doubled[1] != -16 || doubled[2] != 96)) printf("wrong: %g %g %g\n", doubled[0], doubled[1], doubled[2]);
  if (made != 0) printf("%ld left after call %ld (%s)\n", made, at, status.message().c_str());
  made = 0;
  return status;
}

// A batch that holds the semaphore that it waits for.
static iree::Status WaitForEver() {
  ASSIGN_OR_RETURN(auto device, iree::hal::CreateHostDevice());
  ASSIGN_OR_RETURN(auto never, device->CreateTimelineSemaphore(0));
  return device->command_queues()[0]->Submit({iree::hal::SubmissionBatch{{{never, 1}}, {}, {{never, 2}}}}, {});
}

int main(int, char** arguments) {
  if (arguments[1] == std::string("wait")) return printf("%d gone", WaitForEver().ok()), 0;
  is_split = arguments[1] == std::string("split");
  failure = atoi(arguments[2]);
  const iree::Status whole = RunFailing(-1);
  if (!whole.ok()) return printf("none: %s\n", whole.message().c_str()), 0;
  long errors = 0, tried = 0, at = atoi(arguments[3]);
  // How often what runs is asked for is a matter of time: the last of the runs is the one that has no call of this number.
  for (bool is_ok; is_ok = RunFailing(at).ok(), at < calls; at += atoi(arguments[4]), ++tried) errors += !is_ok;
  printf("%ld of %ld\n", errors, tried);
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.h").write_text(Program(plain(LOOP), "program").text())
    (folder / "main.cpp").write_text(HOOKS)
    command = [COMPILER, *FLAGS, *SANITIZED, f"-I{header_folder()}", "-o", folder / "main", folder / "main.cpp", "-ldl"]
    subprocess.run(command, check=True)
    return folder / "main"


WAYS = [(memory, failure) for memory in ("whole", "split") for failure in ("-2", "-4")]


@pytest.mark.parametrize("memory, failure", WAYS)
def test_each_call_that_fails(program, memory, failure, request):
    """Out of the device's memory, or with the device lost. Where memory is short another kind may do, and an error is none.

    Each of the four ways tries every fourth call, from another one on, or with --whole all of them.
    """
    first, step = (0, 1) if request.config.getoption("--whole") else (WAYS.index((memory, failure)), len(WAYS))
    done = subprocess.run(
        [program, memory, failure, str(first), str(step)],
        capture_output=True,
        text=True,
        timeout=300,
        env={"ASAN_OPTIONS": "detect_leaks=0"},
    )
    if done.stdout.startswith("none: "):
        pytest.skip(f"needs a Vulkan device: {done.stdout}")
    assert not done.returncode, done.stderr
    *lines, last = done.stdout.splitlines()
    errors, count = map(int, last.split(" of "))
    assert not lines and count > 60 // step and count - 8 <= errors <= count, done.stdout


def test_what_waits_for_ever_goes_with_its_device(program):
    """The sanitizer tells what is left of it."""
    done = subprocess.run([program, "wait"], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "1 gone"), done.stderr
