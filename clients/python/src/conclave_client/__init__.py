"""The Conclave API in Python: sync and async, typed, with retries, streams, pages and webhooks."""

from . import errors, models, params
from ._async.client import AsyncConclave
from ._async.pages import AsyncPage, AsyncPages
from ._sync.client import Conclave
from ._sync.pages import Page, Pages
from ._version import API_VERSION
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    BadRequestError,
    ConclaveError,
    ConflictError,
    ForbiddenError,
    IgnoredFieldsWarning,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    ServerError,
    UnauthorizedError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from .started import StartedJob
from .webhooks import verify_webhook

__all__ = [
    "API_VERSION",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncConclave",
    "AsyncPage",
    "AsyncPages",
    "BadRequestError",
    "Conclave",
    "ConclaveError",
    "ConflictError",
    "ForbiddenError",
    "IgnoredFieldsWarning",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "Pages",
    "RateLimitError",
    "ServerError",
    "StartedJob",
    "UnauthorizedError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "errors",
    "models",
    "params",
    "verify_webhook",
]
