"""Completion by shells: `eval "$(tf-opt --completion=bash)"` in the shell's start-up file. click does it; here stands what it
does not do for values behind `=`: bash takes `--x=v` apart into three words, zsh and fish replace the whole word."""

from __future__ import annotations

from click.shell_completion import BashComplete, CompletionItem, FishComplete, ZshComplete, add_completion_class


class Bash(BashComplete):
    def get_completion_args(self):
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in [*args, incomplete]:
            if words and words[-1].startswith("-") and (word == "=" or words[-1].endswith("=")):
                words[-1] += word
            else:
                words.append(word)
        return words[:-1], words[-1]


class WholeWords:
    def get_completions(self, args, incomplete):
        name, equals, _ = incomplete.partition("=")
        items = super().get_completions(args, incomplete)
        if not equals or not name.startswith("-"):
            return items
        return [CompletionItem(f"{name}={item.value}", item.type, item.help) for item in items]


class Zsh(WholeWords, ZshComplete):
    pass


class Fish(WholeWords, FishComplete):
    pass


SHELLS = {shell.name: shell for shell in (Bash, Zsh, Fish)}
for completion in SHELLS.values():
    add_completion_class(completion)


def script(command, shell: str) -> str:
    return SHELLS[shell](command, {}, command.name, command.tool.completion_variable).source() + "\n"
