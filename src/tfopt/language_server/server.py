"""The server of the Language Server Protocol, through `pygls`: what an editor sends, and what it is answered.

One thread brings analyses up to date, one after the other. What an editor asks of a document waits for its analysis, for a moment; of one that takes longer
nothing is told yet. So nothing looks at a program that is being changed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import from_fs_path, to_fs_path
from tfir.cli.process import FAILURE
from tfir.cli.tool import Tool
from tfir.ir.diagnostics import length_at, raised_at
from tfir.ir.large_stack import LargeStacks

from tfopt.language_server import completion, fixes, formatting, hover, names, outline, run_lines, semantic_tokens
from tfopt.language_server.analysis import Analysis, Told
from tfopt.language_server.document import Document, span_of
from tfopt.language_server.names import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Described = Callable[[str], str]

PAUSE, LONG_PAUSE = 0.05, 0.25  # seconds without an edit before an analysis begins; the latter where the last one took long
LONG = 0.2  # seconds
PATIENCE = 0.08  # seconds that a question waits for an analysis
IDLE = 3.0  # seconds before what is no longer used is collected
RUN = "tfir.runLine"
OPS_OF_PAGES = ("func.func", "stablehlo.constant", "tf.Conv2D")
SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
KINDS = {
    "op": lsp.CompletionItemKind.Function, "dialect": lsp.CompletionItemKind.Module, "attribute": lsp.CompletionItemKind.Field,
    "choice": lsp.CompletionItemKind.EnumMember, "value": lsp.CompletionItemKind.Variable, "symbol": lsp.CompletionItemKind.Reference,
    "block": lsp.CompletionItemKind.Reference, "alias": lsp.CompletionItemKind.Constant, "flag": lsp.CompletionItemKind.Keyword,
}  # fmt: skip
SYMBOLS = {
    "function": lsp.SymbolKind.Function, "module": lsp.SymbolKind.Module, "alias": lsp.SymbolKind.Constant, "object": lsp.SymbolKind.Object,
}  # fmt: skip


class Protocol(LanguageServerProtocol):
    """The protocol with texts of our own: those of pygls are split into lines at each edit."""

    _server: EditorServer

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._server.opened(params.text_document)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._server.changed(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self._server.closed(params.text_document.uri)


class OpenDocument:
    """A document with what is told of it, as far as that is known by now."""

    def __init__(self, document: Document):
        self.document, self.analysis = document, Analysis()
        self.analysed: int | None = None  # the number of edits that the analysis knows
        self.edits = 0
        self.task: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()
        self.took = 0.0
        self.run_words: list[tuple[int, int, str]] = []
        self.is_coloured_by_words = False  # an editor was told of tokens before the program was read

    @property
    def is_program(self) -> bool:
        return self.document.language in ("mlir", "tfir") or self.document.uri.endswith(".mlir")

    @property
    def is_current(self) -> bool:
        return self.analysed == self.edits


class EditorServer(LanguageServer):
    """Documents by their addresses; `tool` is the command whose flags and passes RUN lines have, `described` the page of an op."""

    def __init__(self, tool: Tool, described: Described, version: str):
        super().__init__(tool.name, version, protocol_cls=Protocol)
        self.tool, self.described = tool, described
        self.open: dict[str, OpenDocument] = {}
        self.worker = ThreadPoolExecutor(1, "analysis")
        self.collection: asyncio.TimerHandle | None = None
        self.is_told_to_end = self.has_pages = False
        self.folder = tempfile.TemporaryDirectory(prefix="tf-opt-lsp-")  # what RUN lines said
        self.running: dict[str, run_lines.Running] = {}

    # Texts

    def opened(self, item: lsp.TextDocumentItem) -> None:
        document = Document(
            item.uri,
            item.text,
            item.version,
            item.language_id,
            lsp.PositionEncodingKind(self.workspace.position_encoding or "utf-16").value,
        )
        self.open[item.uri] = OpenDocument(document)
        self.look(self.open[item.uri])

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        held = self.open.get(params.text_document.uri)
        if held is None:
            return
        document = held.document
        for change in params.content_changes:
            place = getattr(change, "range", None)
            if place is None:
                document.replace_all(change.text)
            else:
                start, end = offset_of(document, place.start), offset_of(document, place.end)
                document.replace(min(start, end), max(start, end), change.text)
        document.version, held.edits = params.text_document.version, held.edits + 1
        self.look(held)

    def closed(self, uri: str) -> None:
        held = self.open.pop(uri, None)
        if held is not None and held.task is not None:
            held.task.cancel()
        if held is not None:
            self.worker.submit(held.analysis.let_go)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        gc.unfreeze()
        self.collect_soon()

    # Analyses

    def look(self, held: OpenDocument) -> None:
        """Has the document analysed, unless that is under way; then it is once more behind that."""
        if held.task is None or held.task.done():
            held.task = asyncio.ensure_future(self.keep_current(held))

    async def keep_current(self, held: OpenDocument) -> None:
        while not held.is_current:
            edits = -1
            while held.analysed is not None and edits != held.edits and not held.hurry.is_set():
                edits = held.edits
                try:
                    await asyncio.wait_for(held.hurry.wait(), LONG_PAUSE if held.took > LONG else PAUSE)
                except TimeoutError:
                    continue
            held.hurry.clear()
            try:
                await self.analyse(held)
            except Exception as error:  # a defect of ours, which the editor is told; the next edit is looked at anew
                held.analysis, held.analysed = Analysis(), held.edits
                message = f"tf-opt: internal error: {type(error).__name__}: {error}{raised_at(error)}"
                self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))

    async def analyse(self, held: OpenDocument) -> None:
        document, edits, began = held.document, held.edits, perf_counter()
        text, version = document.text, document.version
        edit = span_of(document.edits) if document.edits and held.analysed is not None else None
        document.edits = []
        is_done = await asyncio.get_running_loop().run_in_executor(
            self.worker, lambda: self.analysis_of(held, text, edit, lambda: held.edits != edits)
        )
        held.took = perf_counter() - began
        if held.analysed is None:
            asyncio.get_running_loop().run_in_executor(None, self.prepare_pages)
            gc.freeze()  # what was read first stays mostly, and need not be looked through again and again
        held.analysed = edits if is_done else -1
        self.collect_soon()
        if held.is_current and self.open.get(document.uri) is held:
            told = [*map(lambda one: diagnostic_of(document, one), held.analysis.told)] if held.is_program else []
            told += [
                lsp.Diagnostic(range_of(document, Place(start, end)), message, lsp.DiagnosticSeverity.Warning, source="tf-opt")
                for start, end, message in held.run_words
            ]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(document.uri, told, version))
            await self.colour_again(held)

    def analysis_of(self, held: OpenDocument, text: str, edit: Any, is_stale: Callable[[], bool]) -> bool:
        """Runs in the thread of analyses."""
        held.run_words = [*run_lines.unknown_words(self.tool, text), *run_lines.idle_checks(text)]
        if not held.is_program:
            return True
        try:
            return held.analysis.update(text, edit, is_stale)
        except Exception:  # a defect of ours: what it had kept may be wrong, so all is read anew
            held.analysis = Analysis()
            return held.analysis.update(text)

    async def colour_again(self, held: OpenDocument) -> None:
        """Has editors ask again for tokens that were told of words alone."""
        capabilities = self.client_capabilities.workspace
        asked = capabilities.semantic_tokens if capabilities is not None else None
        if held.is_coloured_by_words and asked is not None and asked.refresh_support:
            held.is_coloured_by_words = False
            await self.workspace_semantic_tokens_refresh_async(None)

    async def current(self, uri: str) -> OpenDocument | None:
        """A document whose analysis is that of its text; None where that takes longer than one waits for an answer."""
        held = self.open.get(uri)
        if held is not None and not held.is_current and held.task is not None:
            held.hurry.set()
            await asyncio.wait([held.task], timeout=PATIENCE)
        return held if held is not None and held.is_current and held.is_program else None

    def prepare_pages(self) -> None:
        """Loads what pages of ops are made of, so that the first one does not take longer than the others."""
        for name in () if self.has_pages else OPS_OF_PAGES:
            self.described(name)
        self.has_pages = True

    def collect_soon(self) -> None:
        """Collects what is no longer used as soon as nothing happens."""
        if self.collection is not None:
            self.collection.cancel()
        self.collection = asyncio.get_running_loop().call_later(IDLE, gc.collect)


# Places


def offset_of(document: Document, position: lsp.Position) -> int:
    return document.offset(position.line, position.character)


def range_of(document: Document, place: Place) -> lsp.Range:
    return lsp.Range(lsp.Position(*document.place(place.start)), lsp.Position(*document.place(place.end)))


def locations_of(document: Document, places: list[Place]) -> list[lsp.Location]:
    return [lsp.Location(document.uri, range_of(document, place)) for place in places]


def diagnostic_of(document: Document, told: Told) -> lsp.Diagnostic:
    message, related = told.diagnostic.message, []
    for note, at in told.notes:
        if at is None:
            message += f"\nnote: {note.message}"
        else:
            related.append(lsp.DiagnosticRelatedInformation(lsp.Location(document.uri, word_range(document, at)), note.message))
    severity = SEVERITIES.get(told.diagnostic.severity, lsp.DiagnosticSeverity.Information)
    return lsp.Diagnostic(word_range(document, told.at), message, severity, source="tf-opt", related_information=related or None)


def word_range(document: Document, at: int) -> lsp.Range:
    """From a place to the end of the word that begins there."""
    at = max(0, min(at, len(document.text)))
    end = document.line_end(document.line_of(at))
    return range_of(document, Place(at, max(at, min(end, at + length_at(document.text[at : min(end, at + 200)], 0)))))


# What editors ask


def server_of(tool: Tool, described: Described, version: str) -> EditorServer:
    server = EditorServer(tool, described, version)
    for register in (navigation, colouring, writing, running):
        register(server)
    return server


def navigation(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def _hover(params: lsp.HoverParams) -> lsp.Hover | None:
        text = hover_in_run_line(server, params)
        if text is not None:
            return text
        held = await server.current(params.text_document.uri)
        told = hover.hover(held.analysis, offset_of(held.document, params.position), server.described) if held is not None else None
        if held is None or told is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told[0]), range_of(held.document, told[1]))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def _definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        held = await server.current(params.text_document.uri)
        if held is None:
            return []
        return locations_of(held.document, names.definition(held.analysis, offset_of(held.document, params.position)))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def _references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        held = await server.current(params.text_document.uri)
        if held is None:
            return []
        offset, with_definition = offset_of(held.document, params.position), params.context.include_declaration
        return locations_of(held.document, names.references(held.analysis, offset, with_definition))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def _highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        held = await server.current(params.text_document.uri)
        if held is None:
            return []
        places = names.references(held.analysis, offset_of(held.document, params.position), True)
        return [lsp.DocumentHighlight(range_of(held.document, place)) for place in places]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def _symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        held = await server.current(params.text_document.uri)
        return [symbol_of(held.document, entry) for entry in outline.outline(held.analysis)] if held is not None else []


def colouring(server: EditorServer) -> None:
    legend = lsp.SemanticTokensLegend(list(semantic_tokens.TYPES), list(semantic_tokens.MODIFIERS))

    async def told(uri: str, place: lsp.Range | None) -> lsp.SemanticTokens | None:
        held = await server.current(uri) or server.open.get(uri)
        if held is None or not held.is_program:
            return None
        document = held.document
        held.is_coloured_by_words = not held.is_current
        analysis = held.analysis if held.is_current else Analysis()
        if place is None and len(document.text) > semantic_tokens.MOST_WHOLE:
            return None
        start = document.starts[document.line_of(offset_of(document, place.start))] if place is not None else 0
        end = document.line_end(document.line_of(offset_of(document, place.end))) if place is not None else len(document.text)
        made = semantic_tokens.tokens(analysis, document.text, start, end)
        loop = asyncio.get_running_loop()  # in the thread of analyses, which change programs
        return lsp.SemanticTokens(await loop.run_in_executor(server.worker, semantic_tokens.encoded, document, made))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def _whole(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        return await told(params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    async def _range(params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens | None:
        return await told(params.text_document.uri, params.range)


def hover_in_run_line(server: EditorServer, params: lsp.HoverParams) -> lsp.Hover | None:
    held = server.open.get(params.text_document.uri)
    if held is None:
        return None
    offset = offset_of(held.document, params.position)
    word = run_lines.word_in_run_line(held.document.text, offset)
    text = run_lines.described_word(server.tool, word, offset) if word is not None else None
    if word is None or text is None:
        return None
    shown = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover.code(text, "text"))
    return lsp.Hover(shown, range_of(held.document, Place(word.start, word.end)))


def symbol_of(document: Document, entry: outline.Entry) -> lsp.DocumentSymbol:
    children = [symbol_of(document, child) for child in entry.children]
    whole, named = range_of(document, entry.whole), range_of(document, entry.named)
    return lsp.DocumentSymbol(entry.name or "?", SYMBOLS[entry.kind], whole, named, entry.detail, children=children)


def writing(server: EditorServer) -> None:
    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "%", "@", "^", "#", "!", "-", "="], resolve_provider=True),
    )
    async def _completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        held = server.open.get(params.text_document.uri)
        if held is None:
            return lsp.CompletionList(False, [])
        document = held.document
        offset = offset_of(document, params.position)
        word = run_lines.word_in_run_line(document.text, offset, whole=False)
        if word is not None:
            loop = asyncio.get_running_loop()
            became = await loop.run_in_executor(server.worker, lambda: run_lines.completions(server.tool, word))
            place = range_of(document, Place(word.start, word.end))
            return lsp.CompletionList(True, [item_of(completion.Offer(text, "flag", told), place) for text, told in became])
        if not held.is_program:
            return lsp.CompletionList(False, [])
        analysed = await server.current(params.text_document.uri)
        offered, at = completion.offers(analysed.analysis if analysed is not None else Analysis(), document.text, offset)
        place = range_of(document, at)
        return lsp.CompletionList(len(offered) >= completion.MOST, [item_of(offer, place) for offer in offered])

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def _resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        if item.kind == KINDS["op"]:
            item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover.page_of(item.label, server.described))
        return item

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def _actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        held = server.open.get(params.text_document.uri)
        return actions_of(held.document, params) if held is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def _formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        held = await server.current(params.text_document.uri)
        if held is None:
            return []
        return [lsp.TextEdit(range_of(held.document, place), text) for place, text in formatting.formatted(held.analysis)]


def item_of(offer: completion.Offer, place: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        offer.label,
        kind=KINDS[offer.kind],
        detail=offer.detail or None,
        text_edit=lsp.TextEdit(place, offer.label),
        filter_text=offer.label,
    )


def actions_of(document: Document, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What puts right the errors that an editor asks about."""
    actions = []
    for diagnostic in params.context.diagnostics:
        made = fixes.fix_of(document.text, diagnostic.message, offset_of(document, diagnostic.range.start))
        if made is not None:
            edit = lsp.TextEdit(range_of(document, made[0]), made[1])
            actions.append(
                lsp.CodeAction(
                    f"Change to '{made[1]}'", lsp.CodeActionKind.QuickFix, [diagnostic], is_preferred=True,
                    edit=lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(
                        lsp.OptionalVersionedTextDocumentIdentifier(document.uri, document.version), [edit])]),
                )
            )  # fmt: skip
    return actions


def running(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def _lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        held = server.open.get(params.text_document.uri)
        lines = run_lines.run_lines(held.document.text) if held is not None else []
        return [
            lsp.CodeLens(range_of(held.document, Place(line.start, line.end)), lsp.Command("Run", RUN, arguments=[held.document.uri, number]))
            for number, line in enumerate(lines)
        ] if held is not None else []  # fmt: skip

    @server.command(RUN)
    async def _run(uri: str, number: int) -> dict[str, Any]:
        """Runs a RUN line of a document, by its number, on the text as it is in the editor. The output is shown and returned."""
        held = server.open.get(uri)
        lines = run_lines.run_lines(held.document.text) if held is not None else []
        if held is None or not 0 <= number < len(lines):
            return {"error": f"there is no RUN line {number}"}
        if uri in server.running:
            server.running.pop(uri).stop()
        process = run_lines.Running(lines[number].command, to_fs_path(uri) or "", held.document.text)
        server.running[uri] = process
        outcome = await asyncio.get_running_loop().run_in_executor(None, process.outcome)
        if server.running.get(uri) is process:
            del server.running[uri]
        await show(server, outcome)
        return {"command": outcome.command, "exitCode": outcome.status, "stdout": outcome.output, "stderr": outcome.errors}

    @server.feature(lsp.SHUTDOWN)
    def _shutdown(*_: Any) -> None:
        server.is_told_to_end = True
        for process in server.running.values():
            process.stop()


async def show(server: EditorServer, outcome: run_lines.Outcome) -> None:
    """Opens what a command said as a text where the editor can do that; else it stands in its log."""
    text = f"$ {outcome.command}\n{outcome.output}{outcome.errors}(exit code {outcome.status})\n"
    window = server.client_capabilities.window
    if window is not None and window.show_document is not None and window.show_document.support:
        with tempfile.NamedTemporaryFile("w", prefix="RUN-", suffix=".txt", dir=server.folder.name, delete=False, encoding="utf-8") as file:
            file.write(text)
        await server.window_show_document_async(lsp.ShowDocumentParams(from_fs_path(file.name) or "", take_focus=False))
    else:
        server.window_log_message(lsp.LogMessageParams(lsp.MessageType.Info, text))
        says = "passes" if outcome.status == 0 else f"ends with {outcome.status}"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, f"The RUN line {says}; its output is in the log"))


def serve(tool: Tool, described: Described) -> int:
    """Serves one editor on standard input and output, until it says that it ends. The exit code, which the protocol asks for: 1 where the editor went without
    a word."""
    from tfir.cli.command import version

    gc.disable()  # collected when nothing happens: a pause in the middle of an answer is noticed
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # what is printed is no part of the protocol
    server = server_of(tool, described, version())
    with server.folder, LargeStacks():  # a program may have 2000 regions within each other
        server.start_io(sys.stdin.buffer, channel)
    return 0 if server.is_told_to_end else FAILURE
