"""Completion of a tool's flags by the shell: `eval "$(tf-opt --completion=bash)"` in the shell's start-up file.

The script asks the tool itself (`tf-opt --complete WORD`) each time, so that passes and pipelines are those that there are.
"""

from __future__ import annotations

BASH = """\
_FUNCTION()
{
    local line="${COMP_LINE:0:COMP_POINT}" IFS=$'\\n'
    local word="${line##*[[:space:]]}"
    COMPREPLY=($(TOOL --complete "$word" 2>/dev/null))
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    [[ $word == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
}
complete -o default -F _FUNCTION TOOL
"""

ZSH = """\
#compdef TOOL
_FUNCTION()
{
    local -a found
    found=("${(@f)$(TOOL --complete "$PREFIX" 2>/dev/null)}")
    found=(${found:#})
    if (( ${#found} )); then
        compadd -S '' -- ${(M)found:#*=}
        compadd -- ${found:#*=}
    else
        _files
    fi
}
compdef _FUNCTION TOOL
"""

FISH = """\
complete -c TOOL -n 'string match -q -- "-*" (commandline -ct)' -f -a '(TOOL --complete (commandline -ct) 2>/dev/null)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def script(tool: str, shell: str) -> str:
    return SCRIPTS[shell].replace("TOOL", tool).replace("FUNCTION", tool.replace("-", "_"))


def candidates(tool, word: str) -> list[str]:
    """What the word can become: flags, or a flag's values once there is an `=`; nothing for what is no flag."""
    if not word.startswith("-"):
        return []
    name, equals, _ = word.lstrip("-").partition("=")
    if equals:
        flag = next((flag for flag in tool.flags if flag.name == name), None)
        known = [f"--{name}={value}" for value in values_of(flag)] if flag is not None else []
        word = f"--{word.lstrip('-')}"
    else:
        known = [f"--{flag.name}{'=' * flag.takes_next}" for flag in tool.flags if not flag.hidden]
        known += [f"--{each}" for each in (tool.dynamic_names() if tool.dynamic_names else ())]
        word = f"--{name}"
    return sorted(each for each in known if each.startswith(word))


def values_of(flag) -> list[str]:
    if flag.choices:
        return list(flag.choices)
    if flag.metavar is None:
        return ["true", "false"]
    return list(flag.values()) if flag.values is not None else []
