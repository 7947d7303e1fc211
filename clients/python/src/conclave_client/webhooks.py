"""Verifies what a webhook was sent (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from typing import Any, Mapping, Sequence, TypeVar, overload

from ._call import adapter
from .errors import WebhookVerificationError
from .models import WebhookMessage

T = TypeVar("T")


@overload
def verify_webhook(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookMessage: ...
@overload
def verify_webhook(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
    model: type[T],
) -> T: ...
def verify_webhook(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
    model: Any = WebhookMessage,
) -> Any:
    """The message, once its signature and its time are right.

    payload: the body as it came; parsed and printed again, it no longer matches.
    secret: `whsec_…`; several while one replaces another.
    tolerance: how far the time of the message may be from now, in seconds.
    model: of what is no analysis, such as a message of a channel: what to read it as, for example `dict`.
    """
    if not isinstance(payload, (str, bytes, bytearray)):
        raise WebhookVerificationError(
            "the payload is an object that was parsed already; pass the body as it came, as str or bytes:"
            " request.get_data() in Flask, await request.body() in FastAPI, request.body in Django"
        )
    body = payload.encode() if isinstance(payload, str) else payload
    number = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ")
    if not timestamp.isdigit():
        raise WebhookVerificationError("the timestamp of the message is no number")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"the message is more than {tolerance:g} seconds off the time here")
    signed = f"{number}.{timestamp}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not any(_matches(one, signature, signed) for one in secrets for signature in signatures):
        raise WebhookVerificationError("no signature of the message is by this secret")
    return adapter(model).validate_json(body)


def _matches(secret: str, signature: str, signed: bytes) -> bool:
    version, _, encoded = signature.partition(",")
    if version != "v1":
        return False
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("the secret is whsec_ and base64") from None
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    return hmac.compare_digest(expected, encoded.encode())


def _header(headers: Mapping[str, str], name: str) -> str:
    for given, value in headers.items():
        if given.lower() == name and value:
            return value
    raise WebhookVerificationError(f"the message has no {name}")
