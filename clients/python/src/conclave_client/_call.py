"""What a request is, and when it is tried again: nothing in here touches the network."""

from __future__ import annotations

import os
import random
import re
import sys
import uuid
import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Mapping
from urllib.parse import quote

from pydantic import TypeAdapter
from pydantic_core import to_json

from .errors import ApiConnectionError, ApiError, ConclaveError, IgnoredFieldsWarning

LONGEST_WAIT = 30
"""The most that the server holds a poll open, in seconds."""

SILENCE = 45.0
"""A stream says something every 15 seconds: a connection on which nothing comes for this long is dead."""

_LONGEST_BACKOFF = 8.0
_LONGEST_RETRY_AFTER = 60.0
_ENDED = ("succeeded", "failed", "cancelled")


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    once: bool = False
    """It may have been carried out although no answer came, and must not be carried out twice."""


def key_of(api_key: str | None) -> str | None:
    """The key to send. Raises ValueError for what cannot be one, such as a key that was shortened for a page."""
    key = (api_key or os.environ.get("CONCLAVE_API_KEY") or "").strip()
    if key and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key is not an API key: copy the whole of it, from the page API keys of the service")
    return key or None


def warn_of_ignored(call: Call, names: str, told: set[str]) -> None:
    """Fields that the server does not know, each once for a client, at the line that called this package."""
    new = [name for name in names.split(", ") if name not in told]
    if not new:
        return
    told.update(new)
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(os.path.dirname(__file__)):
        frame, level = frame.f_back, level + 1
    message = f"{call.method} {call.path}: the server has no such fields and ignored them: {', '.join(new)}"
    warnings.warn(message, IgnoredFieldsWarning, stacklevel=level)


def path_of(*parts: str) -> str:
    """A path under /v1, with its parameters encoded."""
    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def json_call(
    method: str,
    path: str,
    body: Mapping[str, Any],
    *,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    once: bool = False,
) -> Call:
    # Words of Python that are names of the API end with an underscore here.
    named = {name.removesuffix("_"): value for name, value in body.items()}
    all_headers = {"content-type": "application/json", **(headers or {})}
    return Call(method, path, query or {}, all_headers, to_json(named), once)


def idempotent(key: str | None) -> dict[str, str]:
    """Names a request: all its tries together create one thing."""
    return {"idempotency-key": key or str(uuid.uuid4())}


def given(**query: Any) -> dict[str, Any]:
    return {
        name.removesuffix("_"): str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in query.items()
        if value is not None
    }


def has_ended(status: str) -> bool:
    return status in _ENDED


@lru_cache(maxsize=None)
def adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def pause_before(error: ConclaveError, call: Call, tried: int) -> float | None:
    """How long to wait before the next try, in seconds; None when there should be none."""
    # From half of it to the whole, so that many clients do not come back at the same moment.
    backoff = min(_LONGEST_BACKOFF, 0.5 * 2.0 ** min(tried, 10)) * random.uniform(0.5, 1)
    if isinstance(error, ApiConnectionError):
        return None if call.once else backoff
    # What a server cannot do it cannot do later either.
    if not isinstance(error, ApiError) or error.status == 501 or (error.status != 429 and error.status < 500):
        return None
    # Of these two alone it is known that nothing was carried out.
    if call.once and error.status not in (429, 503):
        return None
    if error.retry_after is None:
        return backoff
    return None if error.retry_after > _LONGEST_RETRY_AFTER else error.retry_after
