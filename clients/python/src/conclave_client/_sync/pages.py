# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Generic, Mapping, Sequence, TypeVar

from .._call import Call, adapter
from .transport import Transport

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    data: Sequence[T]
    next_cursor: str | None
    """None on the last page."""


class Pages(Generic[T]):
    """A list that comes in pages. To loop over it goes through the items of all pages."""

    def __init__(self, transport: Transport, kind: Any, path: str, query: Mapping[str, Any]) -> None:
        self._transport = transport
        self._kind = kind
        self._path = path
        self._query = query

    def page(self, cursor: str | None = None) -> Page[T]:
        """One page: the first, or the one of a `next_cursor`."""
        query = {**self._query, **({} if cursor is None else {"cursor": cursor})}
        body = self._transport.read(dict[str, Any], Call("GET", self._path, query))
        return Page(adapter(list[self._kind]).validate_python(body["data"]), body["next_cursor"])  # type: ignore[name-defined]

    def __iter__(self) -> Iterator[T]:
        page = self.page()
        while True:
            for item in page.data:
                yield item
            if page.next_cursor is None:
                return
            page = self.page(page.next_cursor)
