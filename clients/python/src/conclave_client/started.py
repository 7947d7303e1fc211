from __future__ import annotations

from .models import Job


class StartedJob(Job):
    """A job that was just started."""

    webhook_secret: str | None = None
    """Signs what `webhook_url` is sent, when the request had no secret of its own. It is told here alone."""
