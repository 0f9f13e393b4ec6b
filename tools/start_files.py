"""Writes the files that an installed package starts from: the code of the modules and of the regular expressions of common runs.

    python tools/start_files.py SOURCES FOLDER

SOURCES is the folder `src`; FOLDER gets the two files under the names that they have in `tfir/startup/__pycache__`. The build of the
package calls this. See tfir/startup.
"""

import os
import pathlib
import sys

OURS = ("tfir", "tfopt", "tftranslate", "tfrun")
# A little of what most programs have: where its operations are, it takes to read, verify and print them.
PROGRAM = """
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
func.func public @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %image: tensor<1x4x2xf32>, %kernel: tensor<2x2x3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.constant dense<[1.0, 2.5, 3.0, -4.0]> : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.maximum %0, %2 : tensor<2x4xf32>
  %4 = stablehlo.constant dense<0.0> : tensor<f32>
  %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %6 = func.call @add(%4, %4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.slice %3 [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
  %8 = "stablehlo.convolution"(%image, %kernel) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2xf32>, tensor<2x2x3xf32>) -> tensor<1x3x3xf32>
  return %5 : tensor<2xf32>
}
func.func public @tf(%x: tensor<1x4x4x2xf32>, %w: tensor<2x2x2x3xf32>, %b: tensor<3xf32>) -> tensor<1x3xf32> {
  %0 = "tf.Conv2D"(%x, %w) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<1x4x4x2xf32>, tensor<2x2x2x3xf32>) -> tensor<1x4x4x3xf32>
  %1 = "tf.BiasAdd"(%0, %b) : (tensor<1x4x4x3xf32>, tensor<3xf32>) -> tensor<1x4x4x3xf32>
  %2 = "tf.Relu"(%1) : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  %3 = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = "tf.Mean"(%2, %3) : (tensor<1x4x4x3xf32>, tensor<2xi32>) -> tensor<1x3xf32>
  %5 = "tf.AddV2"(%4, %b) : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %6 = "tf.Const"() <{value = dense<[1, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %7 = "tf.Reshape"(%5, %6) : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<1x3xf32>
  return %7 : tensor<1x3xf32>
}
func.func public @executor() {
  tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Const"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
    %1:2 = tf_executor.island(%0#1) wraps "tf.Neg"(%0#0) {device = ""} : (tensor<2xf32>) -> tensor<2xf32>
    %2:2 = tf_executor.island wraps "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
    %3:2 = tf_executor.island wraps "tf.StridedSlice"(%1#0, %2#0, %2#0, %2#0) {end_mask = 1 : i64}
      : (tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
    %4:2 = tf_executor.island wraps "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
    %5:2 = tf_executor.island wraps "tf.ReadVariableOp"(%4#0) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
    tf_executor.fetch %1#1 : !tf_executor.control
  }
  return
}
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<2xf32>)
  %y, %ctl_0 = Neg(%x) name("y") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
}
"""
PASSES = ("--canonicalize", "--cse")
DIALECTS = ("builtin", "func", "arith", "stablehlo", "chlo", "tfg", "tf_executor", "tf")


def our_modules() -> dict[str, str]:
    """The modules of ours that are loaded by now, and their files."""
    return {name: module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] in OURS}


def run_tool(folder: pathlib.Path, text: str, *flags: str) -> None:
    from tfopt.main import main

    program = folder / "program.mlir"
    program.write_text(text)
    if main([str(program), *flags, "-o", os.devnull]):
        raise SystemExit(f"tf-opt {' '.join(flags)} failed")
    program.unlink()


def modules_of_common_runs(folder: pathlib.Path) -> tuple[dict[str, str], list[list[str]]]:
    """The files of the modules that common runs load, and which of them are loaded together by all that read a program, or run passes.
    The tools have different modules of their own, and so what is of one package stands apart from what is of another."""
    groups = []
    for flags in ((), PASSES):
        before = our_modules()
        run_tool(folder, "module {}\n", *flags)
        added = our_modules().keys() - before.keys()
        groups += [sorted(name for name in added if name.partition(".")[0] == package) for package in OURS]
    for flags in ((), PASSES):
        run_tool(folder, PROGRAM, *flags)
    import tfrun.main  # noqa: F401
    import tftranslate.main  # noqa: F401

    return our_modules(), [group for group in groups if group]


def meet_patterns() -> None:
    """Compiles what reads a line of each op of the common dialects."""
    from tfir.dialects import dialect

    for name in DIALECTS:
        declared = dialect(name)
        for local in declared.table:
            getattr(declared.definition(local).form, "fast_path", None)


def main(sources: str, folder: pathlib.Path) -> None:
    sys.dont_write_bytecode = True
    sys.path[:0] = [os.path.join(sources, "common"), sources]
    from tfir.startup import bundle_path, bundling, patterns

    patterns._path = str(folder / os.path.basename(patterns._path))
    (folder / os.path.basename(bundle_path(""))).write_bytes(bundling.bundle_of(*modules_of_common_runs(folder)))
    meet_patterns()
    patterns.keep_patterns(always=True)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
