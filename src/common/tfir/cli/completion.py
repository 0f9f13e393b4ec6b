"""Completion by shells: `eval "$(tf-opt --completion=bash)"` in the shell's start-up file. click does it; here stands what it
does not do for values behind `=` and `@`: bash takes `--x=@v` apart into four words, zsh and fish replace the whole word."""

from __future__ import annotations

import os

from click.shell_completion import BashComplete, CompletionItem, FishComplete, ZshComplete, add_completion_class


class Bash(BashComplete):
    # A word that ends in `=` goes on, as in `--canonicalize=max-iterations=`: no blank behind it.
    source_template = BashComplete.source_template.replace(
        "    return 0\n", "    [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY == *= ]] && compopt -o nospace\n    return 0\n"
    )

    def get_completion_args(self):
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in [*args, incomplete]:
            if words and words[-1].startswith("-") and (word in ("=", "@") or words[-1].endswith(("=", "@"))):
                words[-1] += word
            else:
                words.append(word)
        return words[:-1], words[-1]

    def get_completions(self, args, incomplete):
        items = super().get_completions(args, incomplete)
        if "@" not in incomplete:
            return items
        return [CompletionItem(item.value.rpartition("@")[2], item.type, item.help) for item in items]


class WholeWords:
    def get_completions(self, args, incomplete):
        name, equals, _ = incomplete.partition("=")
        items = super().get_completions(args, incomplete)
        if not equals or not name.startswith("-"):
            return items
        return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in items]


class Zsh(WholeWords, ZshComplete):
    source_template = (
        ZshComplete.source_template.replace(
            '        if [[ "$type" == "plain" ]]; then\n',
            '        if [[ "$type" == "plain" && "$key" == *= ]]; then\n            open+=("$key")\n        elif [[ "$type" == "plain" ]]; then\n',
            1,
        )
        .replace(
            '    if [ -n "$completions" ]; then\n',
            '    if [ -n "$open" ]; then\n        compadd -U -S \'\' -V unsorted -a open\n    fi\n\n    if [ -n "$completions" ]; then\n',
        )
        .replace("    local -a response\n", "    local -a response open\n")
    )


class Fish(WholeWords, FishComplete):
    pass


SHELLS = {shell.name: shell for shell in (Bash, Zsh, Fish)}
for completion in SHELLS.values():
    add_completion_class(completion)


def script(command, shell: str) -> str:
    return SHELLS[shell](command, {}, command.name, command.tool.completion_variable).source() + "\n"


def files_ending(begun: str, endings: tuple[str, ...]) -> list[str]:
    """The files of these endings that a word may become: those of the folder that it names so far, and of folders in that. What stands in
    front of `@` and the sign itself stay."""
    start, at, path = begun.rpartition("@")
    folder = os.path.dirname(path)
    names = []
    for entry in sorted(listed(folder or ".")):
        shown = os.path.join(folder, entry)
        if not shown.startswith(path) or entry.startswith("."):
            continue
        inside = [os.path.join(shown, name) for name in sorted(listed(shown))] if os.path.isdir(shown) else [shown]
        names += [name for name in inside if name.endswith(endings)]
    return [f"{start}{at}{name}" for name in names]


def listed(folder: str) -> list[str]:
    """What is in a folder, as far as one may look."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
