"""A tool as a click command: its options with types, choices and help, errors, and completion by shells.

Beyond click: one dash does for two (`-pass-pipeline=..`, as MLIR's tools take it), a value that may be left out is only taken behind
`=`, a switch may be given as `--x=false`, and the order of flags is kept.
"""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size

import click

from tfir.cli.flags import Arguments, Flag, truth
from tfir.cli.process import USAGE
from tfir.ir.suggestion import did_you_mean

WIDE, NARROWEST = 96, 8  # columns: from where on what flags do stands beside all of them, and the least that flags have


class Choice(click.Choice):
    def get_invalid_choice_message(self, value, ctx) -> str:
        return super().get_invalid_choice_message(value, ctx).rstrip(".") + did_you_mean(value, self.choices)


class Converted(click.ParamType):
    """The parameter type of a flag: converts the text by the flag's own `type`."""

    def __init__(self, flag: Flag):
        self.flag, self.name = flag, flag.metavar.strip("[]")

    def convert(self, value, param, ctx):
        try:
            return self.flag.type(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(f"{value!r}: expected {self.name}: {error}", param, ctx)


class NamedPath(click.Path):
    def convert(self, value, param, ctx):
        return super().convert(value, param, ctx) if value != "" else self.fail("'': expected a name", param, ctx)


class Switch(click.types.BoolParamType):
    def convert(self, value, param, ctx):
        try:
            return truth(value) if isinstance(value, str) else value
        except ValueError:
            self.fail(f"{value!r} is neither true nor false", param, ctx)


def type_of(flag: Flag) -> click.ParamType:
    if flag.is_switch:
        return Switch()
    if flag.choices:
        return Choice(flag.choices)
    if flag.type in (int, float):
        return click.INT if flag.type is int else click.FLOAT
    if flag.type is not str:
        return Converted(flag)
    return NamedPath(allow_dash=True) if flag.is_path else click.STRING


def dashed(name: str) -> str:
    return f"-{name}" if len(name) == 1 else f"--{name}"


class ToolOption(click.Option):
    """An option that is read with its value: `ToolCommand.spelled_out` writes `--x=true` for a switch that stands alone."""

    def __init__(self, flag: Flag, is_dynamic: bool = False):
        self.flag, self.is_dynamic = flag, is_dynamic
        super().__init__([flag.attribute, *map(dashed, flag.names)], help=flag.help, metavar=flag.metavar, multiple=flag.many,
                         default=() if flag.many else flag.default, hidden=flag.hidden, type=type_of(flag))  # fmt: skip

    def get_help_record(self, ctx):
        if self.hidden:
            return None
        spelled = ", ".join(map(dashed, (*(self.flag.short or ""), self.flag.name)))
        if self.flag.is_switch:
            return spelled, self.flag.help
        return f"{spelled}={self.metavar}" if self.flag.takes_next else f"{spelled}[={self.metavar.strip('[]')}]", self.flag.help

    def shell_complete(self, ctx, incomplete):
        if self.flag.endings:
            from tfir.cli.completion import files_ending

            return [click.shell_completion.CompletionItem(name) for name in files_ending(incomplete, self.flag.endings)]
        values = ("true", "false") if self.flag.is_switch else self.flag.values() if self.flag.values else None
        if values is None:
            return super().shell_complete(ctx, incomplete)
        return [click.shell_completion.CompletionItem(value) for value in sorted(values) if value.startswith(incomplete)]


class ToolCommand(click.Command):
    """The command of a tool, with the tool's exit codes and messages, whether it runs as a process or is called from Python."""

    def __init__(self, tool):
        self.tool = tool
        self.flags = [*tool.flags, *tool.added_flags()]
        options = [ToolOption(flag) for flag in self.flags]
        files = click.Argument(["files"], nargs=-1, type=click.Path(allow_dash=True))
        super().__init__(tool.name, help=tool.summary, params=[*options, *pages(), files],
                         context_settings={"help_option_names": ["-h", "--help"], "terminal_width": min(120, get_terminal_size((112, 24)).columns - 2)})  # fmt: skip

    def main(self, args=None, prog_name=None, complete_var=None, standalone_mode=True, **extra):
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        sys.exit(self.tool.guarded(lambda: self.run(args)))

    def run(self, args=None) -> int:
        """Parses the command line and runs the tool; returns the exit code."""
        if self.tool.completion_variable in os.environ:
            import tfir.cli.completion  # noqa: F401  (what click completes by is registered there)
        try:
            return super().main(args, self.tool.name, self.tool.completion_variable, standalone_mode=False) or 0
        except click.ClickException as error:
            click.echo(f"{self.name}: error: {error.format_message()}\nTry '{self.name} --help'.", err=True)
            return USAGE
        except SystemExit as end:  # how click leaves a completion
            return int(end.code or 0)

    def get_params(self, ctx):
        if "dynamic" not in self.__dict__:
            self.dynamic = [ToolOption(flag, is_dynamic=True) for flag in self.tool.dynamic_flags()]
        files = self.params[-1]
        return [*self.params[:-1], *self.dynamic, *([help] if (help := self.get_help_option(ctx)) else []), files]

    def parse_args(self, ctx, args):
        words, options = self.spelled_out(ctx, args)
        rest = super().parse_args(ctx, words)
        ctx.obj = self.arguments(ctx.params, options)
        most = self.tool.most_files(ctx.obj)
        if len(ctx.params["files"]) > most and not ctx.resilient_parsing:
            raise click.UsageError(unexpected(ctx.params["files"][most], args), ctx)
        return rest

    def spelled_out(self, ctx, args) -> tuple[list[str], list[ToolOption]]:
        """The words with two dashes and the value behind `=` for each option of the tool, and these options in their order."""
        options = {name: option for option in self.get_params(ctx) if isinstance(option, ToolOption) for name in option.flag.names}
        words, named, rest = [], [], iter(args)
        for word in rest:
            name, equals, text = word.lstrip("-").partition("=")
            option = options.get(name)
            if word == "--":
                words += [word, *rest]
            elif word == "-" or not word.startswith("-"):
                words.append(word)
            elif option is None:
                words.append(word if len(name) == 1 else "--" + word.lstrip("-"))
            elif not equals and option.flag.takes_next and (text := next(rest, None)) is None:
                words.append(f"--{option.flag.name}")
            else:
                words.append(f"--{option.flag.name}={text if equals or option.flag.takes_next else option.flag.text_if_bare}")
                named.append(option)
        return words, named

    def arguments(self, values: dict, options: list[ToolOption]) -> Arguments:
        """The tool's `Arguments` for the values that click has parsed."""
        arguments = Arguments(self.flags)
        arguments.files += values["files"]
        each = {option: iter(values[option.name]) for option in options if option.flag.many}
        for option in options:
            value = next(each[option]) if option.flag.many else values[option.name]
            if option.is_dynamic:
                arguments.order.append((self.tool.dynamic_key, (option.flag.name, value)))
            else:
                arguments.take(option.flag, value)
        return arguments

    def invoke(self, ctx):
        return self.tool.action(ctx.obj)

    def collect_usage_pieces(self, ctx):
        return [self.tool.usage]

    def format_options(self, ctx, formatter):
        everything = ctx.meta.get("all", False)
        rows = []
        for option in self.get_params(ctx):
            is_rare = option.flag.rare if isinstance(option, ToolOption) else option.name in RARE_PAGES
            record = None if isinstance(option, ToolOption) and option.is_dynamic else option.get_help_record(ctx)
            if record is not None and (everything or not is_rare):
                rows.append(record)
        with formatter.section("Options"):
            # In a narrow terminal most descriptions begin on a line of their own.
            formatter.write_dl(rows, col_max=48 if formatter.width >= WIDE else max(NARROWEST, formatter.width // 3))

    def format_epilog(self, ctx, formatter):
        epilog = self.tool.epilog
        for text in (epilog() if callable(epilog) else epilog, self.tool.more_help() if ctx.meta.get("all") else ""):
            if text:
                formatter.write_paragraph()
                formatter.write(text)

    def shell_complete(self, ctx, incomplete):
        return super().shell_complete(ctx, f"--{incomplete.lstrip('-')}" if incomplete.startswith("-") else incomplete)


def unexpected(word: str, args: list[str]) -> str:
    """The message for one argument too many, which may have been meant as the value of the flag in front of it."""
    before = args[args.index(word) - 1] if word in args else ""
    meant = f"; did you mean '{before}={word}'?" if "=" in word and before.startswith("-") and "=" not in before else ""
    return f"unexpected argument '{word}'{meant}"


RARE_PAGES = ("completion", "version")


def pages() -> list[click.Option]:
    """Options that show a page and exit."""

    def page(text_of):
        def shown(ctx, option, value):
            if value and not ctx.resilient_parsing:
                click.echo(text_of(ctx, value), nl=False)
                ctx.exit()

        return shown

    def option(name, help, text_of, **more):
        more = more or {"is_flag": True}
        return click.Option([f"--{name}"], help=help, is_eager=True, expose_value=False, callback=page(text_of), **more)

    return [
        option("completion", "Show a script that teaches the shell to complete this command, and exit.", completion_script,
               type=Choice(("bash", "zsh", "fish")), metavar="SHELL"),
        option("version", "Show the version and exit.", lambda ctx, _: f"{ctx.command.name} {version()}\n"),
        option("help-all", "Show all flags and exit.", help_of_everything),
    ]  # fmt: skip


def help_of_everything(ctx, _) -> str:
    ctx.meta["all"] = True
    return ctx.get_help() + "\n"


def completion_script(ctx, shell: str) -> str:
    from tfir.cli.completion import script

    return script(ctx.command, shell)


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("tfir")
    except PackageNotFoundError:
        return "(not installed)"
