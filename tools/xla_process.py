"""XLA in a process of its own, as jaxlib 0.10 has it: HLO of programs of StableHLO, before and after optimisation, and HLO that is run."""

import numpy as np
from peer_process import Peer, array_of, packed

SERVER = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_ENABLE_X64"] = "1"
import jax, ml_dtypes, numpy as np
from jax._src.lib import _jax, xla_client
from jax._src.sharding_impls import GSPMDSharding
from jaxlib import lapack

lapack._lapack.initialize()  # else LAPACK's routines crash

devices = jax.devices("cpu")

def compiled(module, count=1):
    settings = xla_client.CompileOptions()
    settings.num_partitions = count
    build = settings.executable_build_options
    build.num_partitions, build.use_spmd_partitioning, build.use_shardy_partitioner = count, count > 1, count > 1
    return devices[0].client.compile_and_load(module, xla_client.DeviceList(tuple(devices[:count])), settings)

def pair(module):
    options = xla_client.hlo.HloPrintOptions()
    options.print_large_constants = True
    return module.as_serialized_hlo_module_proto(), module.to_string(options)

def translated(text):
    return pair(_jax.mlir.mlir_module_to_xla_computation(text, False, False).get_hlo_module())

def optimized(text):
    return pair(compiled(text).hlo_modules()[0])

def parsed(text):
    return xla_client.hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()

def array(dtype, shape, data):
    return np.frombuffer(data, getattr(ml_dtypes, dtype, None) or np.dtype(dtype)).reshape(shape)

def divided(program, shapes, arrays, count):  # results of a program of several devices, put together of the parts
    mine = devices[:count]
    places = [GSPMDSharding(mine, xla_client.HloSharding.from_proto(each)) for each in program.get_parameter_shardings()]
    given = [jax.device_put(array, place) for array, place in zip(arrays, places)]
    parts = program.execute_sharded(given).disassemble_into_single_device_arrays()
    for part, each, shape in zip(parts, program.get_output_shardings(), shapes):
        where = GSPMDSharding(mine, xla_client.HloSharding.from_proto(each)).devices_indices_map(shape)
        whole = np.empty(shape, np.asarray(part[0]).dtype)
        for piece, device in zip(part, mine):
            whole[where[device]] = np.asarray(piece)
        yield whole

def run(proto, calls, count):
    program = compiled(_jax.mlir.hlo_to_stablehlo(proto), count)
    result = xla_client.hlo.XlaComputation(proto).program_shape().result_shape()
    shapes = [each.dimensions() for each in (result.tuple_shapes() if result.is_tuple() else [result])]
    outputs = []
    for arrays in calls:
        given = [array(*each) for each in arrays]
        if count > 1:
            results = divided(program, shapes, given, count)
        else:
            results = [np.asarray(each) for each in program.execute([jax.device_put(each, devices[0]) for each in given])]
        outputs.append([(result.dtype.name, result.shape, result.tobytes()) for result in results])
    return outputs

def answer(request):
    name, *operands = request
    return {"translated": translated, "optimized": optimized, "parsed": parsed, "run": run}[name](*operands)
"""


class Xla(Peer):
    def __init__(self, python: str, patience: float):
        super().__init__(python, SERVER, patience)

    def translated(self, stablehlo: str) -> tuple[bytes, str]:
        """The HloModuleProto that XLA makes of a program, and its text."""
        return self.ask(("translated", stablehlo))

    def optimized(self, stablehlo: str) -> tuple[bytes, str]:
        """The same after XLA's passes for processors."""
        return self.ask(("optimized", stablehlo))

    def parsed(self, text: str) -> bytes:
        """The HloModuleProto that XLA reads in a text."""
        return self.ask(("parsed", text))

    def run(self, proto: bytes, calls, devices: int = 1) -> list[list[np.ndarray]]:
        """The results of each call of the program in an HloModuleProto, which is divided among so many devices."""
        answer = self.ask(("run", proto, [[packed(array) for array in arrays] for arrays in calls], devices))
        return [[array_of(*array) for array in arrays] for arrays in answer]
