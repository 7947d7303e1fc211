from __future__ import annotations

from dataclasses import dataclass
from typing import Any, AsyncIterator, Generic, Mapping, Sequence, TypeVar

from .._call import Call, adapter
from .transport import AsyncTransport

T = TypeVar("T")


@dataclass(frozen=True)
class AsyncPage(Generic[T]):
    data: Sequence[T]
    next_cursor: str | None
    """None on the last page."""


class AsyncPages(Generic[T]):
    """A list that comes in pages. To loop over it goes through the items of all pages."""

    def __init__(self, transport: AsyncTransport, kind: Any, path: str, query: Mapping[str, Any]) -> None:
        self._transport = transport
        self._kind = kind
        self._path = path
        self._query = query

    async def page(self, cursor: str | None = None) -> AsyncPage[T]:
        """One page: the first, or the one of a `next_cursor`."""
        query = {**self._query, **({} if cursor is None else {"cursor": cursor})}
        body = await self._transport.read(dict[str, Any], Call("GET", self._path, query))
        return AsyncPage(adapter(list[self._kind]).validate_python(body["data"]), body["next_cursor"])  # type: ignore[name-defined]

    async def __aiter__(self) -> AsyncIterator[T]:
        page = await self.page()
        while True:
            for item in page.data:
                yield item
            if page.next_cursor is None:
                return
            page = await self.page(page.next_cursor)
