"""What outlives an operator: variables, tables, functions that run before all else.

Source: tensorflow/lite/kernels/{var_handle,read_variable,assign_variable,call_once,hashtable*}.cc.
"""

from __future__ import annotations

from tfir.dialects.tf.handles import handle_of
from tfir.dialects.tf_saved_model import INITIAL_VALUE
from tfir.dialects.tfl.fixed_point import storage_of
from tfir.dialects.tfl.in_tensorflow import as_stored, family, tf
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.ods.quantization import stored
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation
    from tfir.ir.types import Type

SEMANTICS, means, _ = family()


def type_in(op: Operation) -> TensorType:
    """The type of what a variable holds, by what is read of it and assigned."""
    for user in op.results[0].users:
        kept: Type | None = None
        if user.name.endswith("AssignVariableOp") or user.name == "tfl.assign_variable":
            kept = user.operands[1].type
        elif user.name.endswith("ReadVariableOp") or user.name == "tfl.read_variable":
            kept = user.results[0].type
        if isinstance(kept, TensorType):
            return kept
    raise Error("is a variable that is neither read nor assigned where it is named")


@means
def var_handle(op, container, shared_name):
    held = stored(type_in(op))
    handle = tf("VarHandleOp", container=container, shared_name=shared_name)
    handle.value.retype(handle_of("resource", held.shape, held.element))
    if INITIAL_VALUE in op.attributes:
        handle.value.op.set_attribute(INITIAL_VALUE, as_stored(op.attributes[INITIAL_VALUE]))
    return handle


@means
def read_variable(resource_id, result_types):
    return tf("ReadVariableOp", resource_id, dtype=storage_of(result_types[0].element))


@means
def assign_variable(resource_id, value):
    return tf("AssignVariableOp", resource_id, value)


class call_once(OpSemantics):
    """Calls a function that fills variables and tables, in the first call of a session."""

    def evaluate(op, session_init_function, functions, state):
        calls = state.named("calls", "", session_init_function, list)
        if not calls:
            calls.append(session_init_function)
            functions(op, SymbolRefAttr(session_init_function))()
        return []


@means
def hashtable(table_id, key_dtype, value_dtype):
    return tf("HashTableV2", shared_name=f"table {table_id}", key_dtype=key_dtype, value_dtype=value_dtype)


@means
def hashtable_find(hash_table, keys, default_value):
    return tf("LookupTableFindV2", hash_table, keys, default_value.reshape())


@means
def hashtable_import(hash_table, keys, values):
    return tf("LookupTableImportV2", hash_table, keys, values)


@means
def hashtable_size(hash_table):
    return tf("LookupTableSizeV2", hash_table)
