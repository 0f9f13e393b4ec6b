"""An editor for tests: pygls' own client, which starts `tf-opt --lsp` as a process and talks to it over pipes."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

LIMIT = 30.0  # seconds for any one answer


class Editor:
    """One document at a time has an address, a text and a version; edits go out as an editor sends them. All methods wait for the answer."""

    def __init__(self, *flags: str, encodings: list[str] | None = None, shows_documents: bool = False):
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("test", "1")
        self.told: dict[str, tuple[int | None, list[lsp.Diagnostic]]] = {}
        self.news = asyncio.Condition()
        self.shown: list[str] = []
        self.logged: list[str] = []
        self.versions: dict[str, int] = {}
        self._listen()
        program = "import sys; from tfopt.main import main; sys.argv[0] = 'tf-opt'; main()"
        self.wait(self.client.start_io(sys.executable, "-c", program, "--lsp", *flags))
        general = lsp.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        window = lsp.WindowClientCapabilities(show_document=lsp.ShowDocumentClientCapabilities(shows_documents))
        capabilities = lsp.ClientCapabilities(general=general, window=window)
        self.server = self.wait(self.client.initialize_async(lsp.InitializeParams(capabilities))).capabilities
        self.client.initialized(lsp.InitializedParams())

    def _listen(self) -> None:
        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def _told(params: lsp.PublishDiagnosticsParams) -> None:
            async with self.news:
                self.told[params.uri] = params.version, list(params.diagnostics)
                self.news.notify_all()

        @self.client.feature(lsp.WINDOW_SHOW_DOCUMENT)
        def _shown(params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
            self.shown.append(params.uri)
            return lsp.ShowDocumentResult(True)

        @self.client.feature(lsp.WINDOW_LOG_MESSAGE)
        def _logged(params: lsp.LogMessageParams) -> None:
            self.logged.append(params.message)

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def _said(params: lsp.ShowMessageParams) -> None:
            self.logged.append(params.message)

    def wait(self, coroutine: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, LIMIT))

    def open(self, uri: str, text: str, language: str = "mlir") -> list[lsp.Diagnostic]:
        self.versions[uri] = 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text)))
        return self.diagnostics(uri)

    def edit(self, uri: str, *changes: tuple[tuple[int, int], tuple[int, int], str]) -> list[lsp.Diagnostic]:
        """Replaces ranges, given by their two places, one after the other."""
        self.send(uri, *changes)
        return self.diagnostics(uri)

    def send(self, uri: str, *changes: tuple[tuple[int, int], tuple[int, int], str]) -> None:
        self.versions[uri] += 1
        events = [
            lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(*start), lsp.Position(*end)), text) for start, end, text in changes
        ]
        document = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, events))

    def diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        """Those of the version that was sent last."""

        async def of_version() -> list[lsp.Diagnostic]:
            async with self.news:
                await self.news.wait_for(lambda: self.told.get(uri, (0, []))[0] == self.versions[uri])
                return self.told[uri][1]

        return self.wait(of_version())

    def at(self, uri: str, line: int, column: int) -> dict[str, Any]:
        return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, column)}

    def hover(self, uri: str, line: int, column: int) -> str | None:
        told = self.wait(self.client.text_document_hover_async(lsp.HoverParams(**self.at(uri, line, column))))
        return None if told is None else told.contents.value

    def definition(self, uri: str, line: int, column: int) -> list[tuple[int, int, int]]:
        places = self.wait(self.client.text_document_definition_async(lsp.DefinitionParams(**self.at(uri, line, column))))
        return spans(places)

    def references(self, uri: str, line: int, column: int, with_definition: bool = False) -> list[tuple[int, int, int]]:
        context = lsp.ReferenceContext(with_definition)
        return spans(
            self.wait(self.client.text_document_references_async(lsp.ReferenceParams(context=context, **self.at(uri, line, column))))
        )

    def completions(self, uri: str, line: int, column: int) -> dict[str, lsp.CompletionItem]:
        told = self.wait(self.client.text_document_completion_async(lsp.CompletionParams(**self.at(uri, line, column))))
        return {item.label: item for item in told.items}

    def actions(self, uri: str, diagnostics: list[lsp.Diagnostic]) -> list[lsp.CodeAction]:
        document = lsp.TextDocumentIdentifier(uri)
        parameters = lsp.CodeActionParams(document, diagnostics[0].range, lsp.CodeActionContext(diagnostics))
        return self.wait(self.client.text_document_code_action_async(parameters))

    def close(self) -> int | None:
        """Ends the server as editors do; its exit code."""
        self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        process = self.client._server
        self.wait(process.wait())
        self.wait(self.client.stop())
        self.loop.close()
        return process.returncode


def spans(places: Any) -> list[tuple[int, int, int]]:
    """(line, first column, column behind) of places on one line each."""
    return sorted((place.range.start.line, place.range.start.character, place.range.end.character) for place in places or [])
