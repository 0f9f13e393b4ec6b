"""The facts about a model as a page to read."""

from __future__ import annotations

MOST_LINES = 40  # of one list; the JSON form has them all


def page(facts: dict) -> str:
    lines = [f"{facts['file']}: {facts['kind']}" + (f", {size(facts['bytes'])}" if "bytes" in facts else "")]
    if facts.get("producer"):
        made_by = "".join(f", TensorFlow {version}" for version in facts.get("tensorflow", ()) if version)
        lines.append(f"  graph version {facts['producer']}{made_by}")
    lines += bytecode_lines(facts) if "written_by" in facts else []
    lines += module_lines(facts) if "format_version" in facts else []
    for graph in facts.get("graphs", ()):
        lines += graph_lines(graph)
    if "graphs" not in facts and "ops" in facts:
        lines += code_lines(facts)
    if "checkpoint" in facts:
        total = sum(tensor["bytes"] for tensor in facts["checkpoint"])
        title = f"checkpoint: {len(facts['checkpoint'])} tensors, {size(total)}"
        lines += section(title, [f"{tensor_line(one)}  {size(one['bytes'])}" for one in facts["checkpoint"]])
    for name, listed in facts.get("bytecode", {}).items():
        lines += [f"  bytecode of @{name}", *[f"    {line}" for line in listed]]
    return "\n".join(lines) + "\n"


def bytecode_lines(facts: dict) -> list[str]:
    lines = [f"  written by {facts['written_by']}, bytecode version {facts['bytecode_version']}"]
    if "platforms" not in facts:
        return lines
    devices = f"{facts['devices']} device{'s' * (facts['devices'] != 1)}"
    lines.append(f"  {facts['function']} for {', '.join(facts['platforms'])}, {devices}, calling convention {facts['calling_convention']}")
    for side in ("inputs", "outputs"):
        lines += section(side, [f"{one['name'] or 'value'}  {one['dtype']}[{', '.join(one['shape'])}]" for one in facts[side]])
    return lines


def code_lines(facts: dict) -> list[str]:
    lines = [] if "platforms" in facts else entry_lines(facts)
    lines += section("functions", [f"@{one['name']} {one['type']}" for one in facts["functions"]])
    lines += section("ops", [histogram(facts["ops"])] if facts["ops"] else [])
    lines += section("constants", [size(facts["constant_bytes"])] if facts["constant_bytes"] else [])
    return lines + section("ops that no device runs", [histogram(facts["not_lowered"])] if facts["not_lowered"] else [])


def entry_lines(facts: dict) -> list[str]:
    lines = []
    for entry in facts["entries"]:
        lines += section(f"@{entry['name']}", [*map(tensor_line, entry["inputs"]), *[f"-> {tensor_line(one)}" for one in entry["outputs"]]])
    return lines


def module_lines(facts: dict) -> list[str]:
    lines = [f"  version {facts['format_version']}, for {facts['target'] or 'any device'}", f"  digest {facts['digest']}"]
    lines += entry_lines(facts)
    constants = facts["constants"]
    lines += section(
        f"constants: {len(constants)}, {size(sum(constants))}", constants and [", ".join(map(size, sorted(constants, reverse=True)))]
    )
    return lines + section(f"executables: {len(facts['executables'])}", list(map(executables_line, facts["executables"])))


def executables_line(executables: dict) -> str:
    return f"@{executables['name']}: " + ", ".join(map(executable_part, executables["formats"]))


def executable_part(executable: dict) -> str:
    kernel = f" and a kernel of {size(executable['kernel_bytes'])}" * bool(executable["kernel_bytes"])
    return f"{executable['format'].strip() or 'portable'} {size(executable['program_bytes'])}{kernel}"


def graph_lines(graph: dict) -> list[str]:
    inner = sum(function["nodes"] for function in graph["functions"])
    tags = f" tagged {','.join(graph['tags'])}" if graph["tags"] else ""
    counts = f"{graph['nodes']} nodes, {len(graph['functions'])} functions with {inner} nodes, {size(graph['constant_bytes'])} of constants"
    lines = [f"  graph{tags}: {counts}"]
    for name, signature in graph.get("signatures", {}).items():
        method = f" for {signature['method']}" if signature["method"] else ""
        lines += section(f"signature '{name}'{method}", signature_lines(signature) or ["takes and gives nothing"])
    if "signatures" not in graph:
        lines += section("feeds", [tensor_line(one) for one in graph["feeds"]])
        lines += section("fetches", [tensor_line(one) for one in graph["fetches"]])
        lines += section("targets, which are run for what they do", [f"^{name}" for name in graph["targets"]])
    lines += section("variables", [tensor_line(one) for one in graph["variables"]])
    lines += section("assets", list(dict.fromkeys(graph.get("assets", []))))
    lines += section("functions", [function_line(one) for one in graph["functions"]])
    lines += section("ops", [histogram(graph["ops"])] if graph["ops"] else [])
    lines += section("ops that no table knows", [histogram(graph["unknown_ops"])] if graph["unknown_ops"] else [])
    lines += section("ops without a lowering to StableHLO", [histogram(graph["not_lowered"])] if graph["not_lowered"] else [])
    return lines


def section(title: str, lines: list[str]) -> list[str]:
    shown = [f"    {line}" for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append(f"    ... and {len(lines) - MOST_LINES} more (--format=json has them all)")
    return [f"  {title}", *shown] if lines else []


def signature_lines(signature: dict) -> list[str]:
    optional = signature.get("defaults", ())
    inputs = [
        f"{tensor_line({'name': key, **info})}  from {info['tensor']}{', which has a default' * (key in optional)}"
        for key, info in signature["inputs"].items()
    ]
    outputs = [f"-> {tensor_line({'name': key, **info})}  from {info['tensor']}" for key, info in signature["outputs"].items()]
    return inputs + outputs


def tensor_line(tensor: dict) -> str:
    shape = "*" if tensor["shape"] is None else "x".join("?" if extent is None else str(extent) for extent in tensor["shape"])
    return f"{tensor['name']}: {tensor['dtype']}[{shape}]"


def function_line(function: dict) -> str:
    kind = ", generic" if function["generic"] else ""
    return f"@{function['name']}: {function['arguments']} arguments, {function['results']} results, {function['nodes']} nodes{kind}"


def histogram(ops: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in ops.items())


def size(count: int) -> str:
    for unit, width in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= width:
            return f"{count / width:.1f} {unit}"
    return f"{count} bytes"
