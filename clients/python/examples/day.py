"""A day with the API, in Python.

Check the key, see what data there is, run a batch, follow an analysis and be told of its end, read its report, keep a
watchlist, backtest, read signals and the public record, and see what it all took.

    CONCLAVE_URL=http://127.0.0.1:3000 CONCLAVE_API_KEY=cnc_… python day.py

DAY_LINES is the size of the batch, 200 unless set. Where the server sends webhooks to this machine
(WEBHOOK_ALLOW_PRIVATE=true), the webhook is verified too. The last line is the day as JSON.
"""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import json
import os
import queue
import secrets
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx

from conclave_client import (
    AsyncConclave,
    Conclave,
    InvalidRequestError,
    NotFoundError,
    UnauthorizedError,
    WebhookVerificationError,
    verify_webhook,
)
from conclave_client.models import Run

STARTED = time.monotonic()
said: dict[str, Any] = {}
requests = 0


def tell(step: str, what: Any) -> None:
    said[step] = what
    print(f"{time.monotonic() - STARTED:6.1f} s  {step}: {json.dumps(what)}", flush=True)


def count(_request: httpx.Request) -> None:
    global requests
    requests += 1


def check_key(conclave: Conclave) -> None:
    refused = "taken: the server is open"
    with Conclave(api_key="cnc_wrong") as stranger:
        try:
            stranger.config()
        except UnauthorizedError as error:
            refused = error.code
    tell("keys", {"wrong": refused, "right": conclave.config().llm_provider})


def see_data(conclave: Conclave) -> None:
    tell("instruments", [one.symbol for one in conclave.instruments.list(limit=50)])


def run_batch(conclave: Conclave, size: int) -> None:
    first = dt.date(2016, 3, 7)
    mondays = [str(first + dt.timedelta(weeks=week)) for week in range(size)]
    lines = [{"custom_id": day, "request": {"ticker": "DEMO", "trade_date": day}} for day in mondays]
    batch = conclave.batches.create(lines, budget_usd="1.00")
    ended = conclave.batches.wait(batch.id, every=3)
    # REVIEW means no opinion; it is counted as itself and never as a Hold.
    ratings = Counter(one.result.rating if one.result else "none" for one in conclave.batches.results(batch.id))
    tell("batch", {"status": ended.status, "succeeded": ended.counts.succeeded, "ratings": dict(ratings)})


class Receiver:
    """Takes messages from Conclave, on this machine."""

    def __init__(self) -> None:
        self.secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        self.messages: queue.Queue[str] = queue.Queue()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                try:
                    outer.messages.put(verify_webhook(body, dict(self.headers), outer.secret).type)
                    self.send_response(204)
                except WebhookVerificationError as error:
                    outer.messages.put(str(error))
                    self.send_response(400)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def follow_one(conclave: Conclave) -> str:
    hook = Receiver()
    told = True
    try:
        job = conclave.analyses.create(
            ticker="DEMO", trade_date="2019-06-03", webhook_url=hook.url, webhook_secret=hook.secret
        )
    except InvalidRequestError:
        told = False
        job = conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03")
    events = list(conclave.analyses.stream(job.id))
    agents = [one.data["agent"] for one in events if one.type == "agent.finished"]
    ended = conclave.analyses.wait(job.id, timeout=300)
    rating = ended.result.rating if ended.result else None
    tell("stream", {"status": ended.status, "rating": rating, "events": len(events), "agents": len(agents)})
    if told:
        kind = hook.messages.get(timeout=60)
        # An attempt is written down once it has been answered, which is after the message is here.
        while not (deliveries := [one.status for one in conclave.analyses.webhook_deliveries(job.id)]):
            time.sleep(0.2)
        tell("webhook", {"type": kind, "deliveries": deliveries})
    else:
        tell("webhook", "not sent: the server refuses private addresses")
    hook.close()
    return job.id


def read_report(conclave: Conclave, id: str) -> None:
    pdf = conclave.analyses.report_pdf(id)
    Path(tempfile.mkdtemp(prefix="conclave-day-"), "report.pdf").write_bytes(pdf)
    run = conclave.analyses.report(id)
    answer = conclave.analyses.ask(id, "What is the target price?")
    calls = len(run.manifest.calls) if isinstance(run, Run) else 0
    tell("report", {"pdf": len(pdf), "calls": calls, "answer": answer.kind})
    rerun = conclave.analyses.rerun(id, from_="trader")
    ended = conclave.analyses.wait(rerun.id)
    tell("rerun", {"status": ended.status, "rating": ended.result.rating if ended.result else None})


def keep_list(conclave: Conclave) -> None:
    made = conclave.lists.create(name="From the API", instruments=[{"symbol": "DEMO"}])
    instruments = conclave.lists.add_instrument(made.id, symbol="^GSPC").instruments
    following = conclave.lists.next_runs(made.id, limit=1)[0]
    conclave.lists.delete(made.id)
    gone = False
    try:
        conclave.lists.get(made.id)
    except NotFoundError:
        gone = True
    tell("list", {"instruments": len(instruments), "next": following.symbols, "gone": gone})


def backtest(conclave: Conclave) -> None:
    order = conclave.backtests.create(symbols=["DEMO"], from_="2018-01-02", to="2018-03-29", every=20)
    ended = conclave.backtests.wait(order.id, every=1)
    decisions = conclave.backtests.result(order.id).decisions
    conclave.backtests.delete(order.id)
    tell("backtest", {"status": ended.status, "decisions": len(decisions), "notes": order.notes})


async def read_record() -> None:
    """The same with async and await."""
    async with AsyncConclave() as conclave:
        page, record, ranking = await asyncio.gather(
            conclave.signals.list(limit=5).page(), conclave.record.get(), conclave.record.ranking()
        )
        tracked = len([one async for one in conclave.record.signals()])
    figures = {"signals": len(page.data), "tracked": tracked, "opinions": len(ranking.opinions)}
    tell("record", {**figures, "head": record.head.number, "runs": record.runs.model_dump()})


def main() -> None:
    with httpx.Client(event_hooks={"request": [count]}) as http, Conclave(http_client=http) as conclave:
        check_key(conclave)
        see_data(conclave)
        run_batch(conclave, int(os.environ.get("DAY_LINES", "200")))
        read_report(conclave, follow_one(conclave))
        keep_list(conclave)
        backtest(conclave)
        asyncio.run(read_record())
        usage = conclave.usage()
        newest = conclave.requests.list(limit=1).page().data[0]
        tell("usage", {"jobs": usage.jobs.model_dump(), "cost_usd": usage.cost_usd, "logged": newest.status})
    print(json.dumps({**said, "requests": requests, "seconds": round(time.monotonic() - STARTED)}))


if __name__ == "__main__":
    main()
