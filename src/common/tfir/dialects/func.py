"""Functions, calls and returns. Source: MLIR's func dialect."""

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, SymbolRefAttr, TypeAttr, symbol_text
from tfir.ir.diagnostics import Diagnostic, Error, listed
from tfir.ir.operations import Operation, Region
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import FunctionType
from tfir.ods.dialect import Dialect
from tfir.startup.patterns import compiled
from tfir.text.lexer import SYMBOL
from tfir.text.pieces import Functional, Piece

OPS = """
    func(; sym_name: str, function_type: type, sym_visibility?: str, arg_attrs?: attr, res_attrs?: attr, no_inline?: unit) !regions(1) !isolated !symbol
    return(operands: *any) !terminator
      attr-dict $operands <ReturnTypes>()
    call(operands: *any; callee: symbol, arg_attrs?: attr, res_attrs?: attr, no_inline?: unit) -> (results: *any) !call(callee)
      $callee (operands) attr-dict : functional
    call_indirect(callee: any, callee_operands: *any) -> (results: *any)
      $callee ($callee_operands) attr-dict : <CalleeType>()
    constant(; value: symbol) -> (result: any) !pure !constant_like
"""
PLAIN_ARGUMENT = compiled(r"\s*(%(?:\d+|[A-Za-z_][\w$.\-]*)): (\w+(?:<[\w?]+>)?)(,|\))").match
SIGNATURE = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")


class FuncForm:
    """`func.func private @f(%arg0: T {..}) -> (T {..}) attributes {..} { ... }`."""

    def parse(self, p, state):
        attributes = state.attributes
        if p.kind == 2 and p.token in ("private", "public", "nested"):
            attributes["sym_visibility"] = StringAttr(p.advance())
        attributes["sym_name"] = StringAttr(p.symbol_name())
        arguments, argument_types, argument_attributes = parse_arguments(p)
        result_types, result_attributes = parse_results(p) if p.accept("->") else ([], [])
        attributes["function_type"] = TypeAttr(FunctionType(argument_types, result_types))
        if any(argument_attributes):
            attributes["arg_attrs"] = ArrayAttr([DictAttr(entries) for entries in argument_attributes])
        if any(result_attributes):
            attributes["res_attrs"] = ArrayAttr([DictAttr(entries) for entries in result_attributes])
        is_old = not p.text.startswith("func.func", state.location - p.source.base)  # `func @f`, as it was written until 2022
        if p.at("attributes"):
            read_attributes(p, attributes, is_old)
        if p.at("{"):
            state.regions.append(self._body(p, state, arguments))
            if is_old and not result_types:
                self._end(state.regions[-1].blocks[-1], state.location)
            return
        state.regions.append(Region())
        if "sym_visibility" not in attributes and is_old:
            attributes["sym_visibility"] = StringAttr("private")  # what a declaration has to be, and did not have to say then

    def _end(self, block, location) -> None:
        """Ends a function of before 2022 that says nothing of it and returns nothing, as the slides of 2019 write it."""
        from tfir.dialects import has_trait, lookup

        if block.last is None or not (block.last.successors or has_trait(block.last, "terminator") or lookup(block.last.name) is None):
            block.append(Operation("func.return", location=location))

    def _body(self, p, state, arguments) -> Region:
        start, region = p.start, p.region(arguments, for_op=p.lookup(state.name))
        if not region.blocks:
            raise p.error_in_op("expected non-empty function body", start)
        return region

    def print(self, printer, op):
        visibility = op.attributes.get("sym_visibility")
        printer.write(f" {visibility.value} " if visibility is not None else " ")
        printer.write(symbol_text(op.attributes["sym_name"].value))
        print_signature(printer, op)
        rest = {k: v for k, v in op.attributes.items() if k not in SIGNATURE}
        if rest:
            printer.write(f" attributes {printer.dictionary(rest)}")
        if op.regions and op.region.blocks:
            printer.write(" ")
            printer.region(op.region, entry_arguments=False)


def read_attributes(p, attributes: dict, is_old: bool) -> None:
    """`attributes {..}`; what the signature says stands there and nowhere else, but for the visibility in old programs."""
    start, entries = p.start, dict[str, Attribute]()
    p.advance()
    p.attribute_entries(entries)
    for name in entries:
        if name in SIGNATURE[:3] and not (is_old and name == "sym_visibility"):
            raise p.error_in_op(
                f"'{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary", start
            )
    attributes |= entries


def parse_arguments(p, ellipsis: list | None = None):
    """`(%a: T {..}, ...)` of a definition or `(T {..}, ...)` of a declaration: (entry arguments, types, attributes). A list that is given
    for an ellipsis gets the place of one at the end."""
    named: list = []
    types: list = []
    attributes: list = []

    def one():
        if ellipsis is not None and p.at("..."):
            ellipsis.append(p.start)
            p.advance()
            return
        start, operand = p.start, p.operand() if p.token[:1] == "%" else None
        if types and (operand is not None) != bool(named):
            raise p.error_in_op("expected SSA identifier" if named else "expected type instead of SSA identifier", start)
        if operand is not None:
            p.expect(":")
        types.append(p.type())
        entries: dict = {}
        p.optional_attributes(entries)
        attributes.append(entries)
        location = p.location() if p.at("loc") else None
        if operand is not None:
            named.append((operand.name, types[-1], operand.start, location))

    p.expect("(")
    is_closed = p.use_fast_paths and read_plain_arguments(p, named)
    types += [type for _, type, _, _ in named]
    attributes += [{} for _ in named]
    if not is_closed and (named or not p.accept(")")):
        one()
        while p.accept(","):
            one()
        p.expect(")")
    return named, types, attributes


def read_plain_arguments(p, named: list) -> bool:
    """The fast path for arguments: reads as many as are `%a: T` without attributes; whether that were all, the parenthesis included."""
    end, mark = p.start, ","
    while mark == "," and (argument := PLAIN_ARGUMENT(p.text, end)) is not None:
        type = p.plain_type(argument[2])
        if type is None:
            p.seek(argument.start(2))
            type = p.type()
            if p.start != argument.start(3):  # it only looked like the end of the type
                p.seek(end)
                return False
        named.append((argument[1], type, argument.start(1), None))
        end, mark = argument.end(), argument[3]
    p.seek(end)
    return mark == ")"


def parse_results(p):
    """After `->`: one type, or a list in parentheses in which each may carry attributes."""
    if not p.at("("):
        return [p.type()], [{}]
    types, attributes = [], []

    def one():
        types.append(p.type())
        entries: dict = {}
        p.optional_attributes(entries)
        attributes.append(entries)

    p.comma_list(one, "(", ")")
    return types, attributes


def print_signature(printer, op):
    """The arguments and results of a function-like op."""
    type = op.attributes["function_type"].type
    arguments = op.region.blocks[0].arguments if op.regions and op.region.blocks else [None] * len(type.inputs)
    printer.write("(")
    for number, (argument, input_type) in enumerate(zip(arguments, type.inputs)):
        head = input_type.text if argument is None else f"{printer.value(argument)}: {input_type.text}"
        suffix = _suffix(printer, op.attributes.get("arg_attrs"), number)
        if argument is None:
            printer.write((", " if number else "") + head + suffix)
        else:
            printer.write((", " if number else "") + head)
            printer.write_unmet(suffix)
            printer.argument_location(argument)
    if getattr(type, "is_variadic", False):
        printer.write(", ..." if type.inputs else "...")
    printer.write(")")
    if type.results:
        suffixes = [_suffix(printer, op.attributes.get("res_attrs"), i) for i in range(len(type.results))]
        results = [t.text + suffix for t, suffix in zip(type.results, suffixes)]
        bare = len(results) == 1 and not suffixes[0] and not isinstance(type.results[0], FunctionType)
        printer.write(f" -> {results[0]}" if bare else f" -> ({', '.join(results)})")


def _suffix(printer, attributes, number) -> str:
    entries = attributes[number].entries if attributes is not None else None
    return " " + printer.dictionary(entries) if entries else ""


class ReturnTypes(Functional):
    """` : T, T` after the operands, if there are any."""

    pattern = r" : ([^\n{/]*[^\s{/])"

    def signature(self, p):
        return tuple(p.comma_list(p.type)), ()

    def plain_signature(self, p, text: str):
        types = p.plain_types(text)
        return None if types is None else (types, ())

    def parse(self, p, state, operands, types):
        types["operands"] = p.comma_list(p.type) if p.accept(":") else []

    def text(self, printer, op, form):
        return " : " + ", ".join([v.type.text for v in op.operands]) if op.operands else ""


class CalleeType(Piece):
    """The type of the called value, from which all others follow."""

    pattern = None

    def parse(self, p, state, operands, types):
        start, signature = p.start, p.type()
        if not isinstance(signature, FunctionType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.function, but found '{signature}'", start)
        state.signature = ((signature, *signature.inputs), list(signature.results))

    def text(self, printer, op, form):
        return f" {op.operands[0].type}"


class ConstantForm:
    """`func.constant @f : type`. Without a symbol it is the `constant` of 2019, which had no prefix either."""

    def parse(self, p, state):
        if p.kind != SYMBOL:
            return p.lookup("std.constant").form.parse(p, state)
        state.attributes["value"] = SymbolRefAttr(p.symbol_name())
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.result_types = [p.type()]

    def print(self, printer, op):
        printer.write(f" {op.attributes['value']}")
        printer.attribute_dict(op, ("value",))
        printer.write(f" : {op.result.type}")


SYNTAX = {"ReturnTypes": ReturnTypes(), "CalleeType": CalleeType()}


def verify_func(op):
    type = op.attributes["function_type"]
    if not isinstance(type.value, FunctionType):
        raise Error.on(op, "attribute 'function_type' failed to satisfy constraint: type attribute of function type")
    visibility = op.get("sym_visibility") or "public"
    if visibility not in ("public", "private", "nested"):
        raise Error.on(op, f'visibility expected to be one of ["public", "private", "nested"], but got "{visibility}"')
    if visibility == "public" and not op.region.blocks:
        raise Error.on(op, "symbol declaration cannot have public visibility")
    _each_described(op, "arg_attrs", "argument", type.value.inputs)
    _each_described(op, "res_attrs", "result", type.value.results)
    if any(["llvm." in str(op.attributes[name]) for name in ("arg_attrs", "res_attrs") if name in op.attributes]):
        from tfir.dialects.llvm.parameters import verify_parameters

        verify_parameters(op, type.value.inputs, type.value.results)
    if op.region.blocks:
        types = [argument.type for argument in op.body.arguments]
        if tuple(types) != type.value.inputs:
            raise Error.on(op, f"entry block must have {len(type.value.inputs)} arguments to match function signature")


def _each_described(op, name: str, what: str, types) -> None:
    """Verifies `arg_attrs` or `res_attrs`: a dictionary for each argument or result, of attributes with a dialect prefix."""
    attributes = op.attributes.get(name)
    if attributes is None:
        return
    if not isinstance(attributes, ArrayAttr) or not all([isinstance(each, DictAttr) for each in attributes]):
        raise Error.on(op, f"attribute '{name}' failed to satisfy constraint: Array of dictionary attributes")
    if len(attributes) != len(types):
        counts = f"the number of function {what}s, got {len(attributes)}, but expected {len(types)}"
        raise Error.on(op, f"expects {what} attribute array to have the same number of elements as {counts}")
    if any(["." not in key for each in attributes for key in each.entries]):
        raise Error.on(op, f"{what}s may only have dialect attributes")


def verify_call(op):
    """The callee exists and takes and gives what the call does. Messages are MLIR's."""
    callee = op.attributes.get("callee")
    function = nearest_symbol(op, callee, lambda around: around.name == "builtin.module") if isinstance(callee, SymbolRefAttr) else None
    if function is None or function.name != "func.func":
        raise Error.on(op, f"'{callee.leaf if isinstance(callee, SymbolRefAttr) else callee}' does not reference a valid function")
    type = function_type(function)
    for what, values, types in (("operand", op.operands, type.inputs), ("result", op.results, type.results)):
        if len(values) != len(types):
            raise Error.on(op, f"incorrect number of {what}s for callee: expected {len(types)}, but got {len(values)}")
        for number, (value, expected) in enumerate(zip(values, types)):
            if value.type is not expected:
                raise _misfit(op, what, number, value.type, expected, type)


def _misfit(op, what: str, number: int, actual, expected, type: FunctionType) -> Error:
    if what == "operand":
        return Error.on(
            op, f"operand type mismatch: expected operand type '{expected}', but provided '{actual}' for operand number {number}"
        )
    notes = [
        Diagnostic(f"    op result types: {listed([result.type for result in op.results])}", op, "note"),
        Diagnostic(f"callee result types: {listed(type.results)}", op, "note"),
    ]
    return Error.on(op, f"result type mismatch at index {number}", notes)


def verify_constant(op):
    function = nearest_symbol(op, op.attributes["value"], lambda around: around.name == "builtin.module")
    if function is None or function.name != "func.func":
        raise Error.on(op, f"reference to undefined function '{op.attributes['value'].leaf}'")
    if function_type(function) is not op.result.type:
        raise Error.on(op, "reference to function with mismatched type")


def verify_return(op):
    parent = op.parent_op
    if parent is None or parent.name != "func.func":
        raise Error.on(op, "expects parent op 'func.func'")
    types = parent.attributes["function_type"].value.results
    if len(types) != len(op.operands):
        raise Error.on(op, f"has {len(op.operands)} operands, but enclosing function (@{parent.get('sym_name')}) returns {len(types)}")
    for number, (operand, type) in enumerate(zip(op.operands, types)):
        if operand.type is not type:
            raise Error(
                f"type of return operand {number} ('{operand.type}') doesn't match function result type ('{type}')"
                f" in function @{parent.get('sym_name')}", op,
            )  # fmt: skip


def function_type(op: Operation) -> FunctionType:
    """The type of a function-like op."""
    return op.attributes["function_type"].value


DIALECT = Dialect(
    "func", OPS,
    forms={"func": FuncForm(), "constant": ConstantForm()},
    syntax=SYNTAX,
    verify_in_context={"func": verify_func, "return": verify_return, "call": verify_call, "constant": verify_constant},
    default_dialects={"func": "func"}, result_names={"constant": "f"},
)  # fmt: skip
