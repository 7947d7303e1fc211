"""What this package raises."""

from __future__ import annotations

import datetime as dt
import json
from email.utils import parsedate_to_datetime
from typing import Any, Mapping

from .models import ValidationError


class ConclaveError(Exception):
    """Everything that this package raises by itself."""


class IgnoredFieldsWarning(UserWarning):
    """The server ignored fields of a request that it does not know. `warnings.filterwarnings` silences or raises it."""


class ApiConnectionError(ConclaveError):
    """The server could not be reached, or the connection broke."""


class ApiTimeoutError(ApiConnectionError):
    """The server took longer than `timeout`."""


class WaitTimeoutError(ConclaveError):
    """What was waited for did not end in time. It goes on."""


class WebhookVerificationError(ConclaveError):
    """The message is not from Conclave, was changed on its way, or is too old."""


class ApiError(ConclaveError):
    """The server refused the request; the message is its sentence."""

    def __init__(
        self,
        detail: str,
        *,
        status: int,
        code: str,
        errors: list[ValidationError],
        request_id: str | None,
        retry_after: float | None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.code = code
        """One word for the status."""
        self.errors = errors
        """Of a 422: what is wrong, field by field. Else empty."""
        self.request_id = request_id
        """The request in the server's log."""
        self.retry_after = retry_after
        """When the server asked to come back, in seconds."""


class BadRequestError(ApiError):
    """400: the body cannot be read, or the version of the API is unknown."""


class UnauthorizedError(ApiError):
    """401: the key is missing, wrong or revoked."""


class ForbiddenError(ApiError):
    """403: the key lacks a scope, or the plan does not include this."""


class NotFoundError(ApiError):
    """404: it does not exist or belongs to another owner."""


class ConflictError(ApiError):
    """409: not in this state, or the idempotency key was used with another body."""


class InvalidRequestError(ApiError):
    """422: `errors` has what is wrong, field by field."""


class RateLimitError(ApiError):
    """429: too many requests, or the queue is full."""


class ServerError(ApiError):
    """500 and above."""


_KINDS: Mapping[int, tuple[str, type[ApiError]]] = {
    400: ("bad_request", BadRequestError),
    401: ("unauthorized", UnauthorizedError),
    403: ("forbidden", ForbiddenError),
    404: ("not_found", NotFoundError),
    409: ("conflict", ConflictError),
    413: ("too_large", ApiError),
    415: ("unsupported_media_type", ApiError),
    422: ("invalid", InvalidRequestError),
    429: ("rate_limited", RateLimitError),
    503: ("unavailable", ServerError),
}


def api_error_of(status: int, headers: Mapping[str, str], content: bytes) -> ApiError:
    """The error of an answer that is no success."""
    other: tuple[str, type[ApiError]] = ("server_error", ServerError) if status >= 500 else ("unexpected", ApiError)
    code, kind = _KINDS.get(status, other)
    detail, errors = _read_detail(content)
    return kind(
        detail or f"the server answered {status}",
        status=status,
        code=code,
        errors=errors,
        request_id=headers.get("x-request-id"),
        retry_after=_retry_after(headers.get("retry-after")),
    )


def _read_detail(content: bytes) -> tuple[str | None, list[ValidationError]]:
    try:
        body: Any = json.loads(content)
        detail = body["detail"]
        if isinstance(detail, str):
            return detail, []
        errors = [ValidationError.model_validate(one) for one in detail]
    except (ValueError, KeyError, TypeError):
        return None, []
    return "; ".join(f"{'.'.join(str(part) for part in one.loc[1:])}: {one.msg}" for one in errors), errors


def _retry_after(text: str | None) -> float | None:
    """Seconds or a date (RFC 9110, 10.2.3)."""
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - dt.datetime.now(dt.timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None
