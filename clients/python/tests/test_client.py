"""The client against servers that fail, and its parts that touch no network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
import warnings
from typing import Any

from conclave_client import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AsyncConclave,
    Conclave,
    IgnoredFieldsWarning,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    WaitTimeoutError,
    WebhookVerificationError,
    verify_webhook,
)
from conclave_client._event_stream import MessageParser
from failing_server import FailingServer, cut, event, nothing, reply, stream

JOB: dict[str, Any] = {
    "id": "ana_1",
    "status": "queued",
    "request": {"ticker": "DEMO", "trade_date": "2019-06-03"},
    "created_at": "2026-11-21T08:21:09.044Z",
}
BATCH: dict[str, Any] = {
    "id": "bat_1",
    "status": "queued",
    "counts": {n: 0 for n in ("total", "waiting", "open", "succeeded", "failed", "cancelled", "refused")},
    "budget_usd": None,
    "spent_usd": "0.00",
    "created_at": "2026-11-21T08:21:09.044Z",
    "started_at": None,
    "finished_at": None,
}


def client(server: FailingServer, **options: Any) -> Conclave:
    return Conclave(base_url=server.url, api_key="cnc_key", **options)


class Requests(unittest.TestCase):
    def test_carry_key_and_version_and_keep_what_is_newer_than_the_package(self) -> None:
        with FailingServer(reply({**JOB, "status": "paused", "news": 1})) as server, client(server) as conclave:
            job = conclave.analyses.get("ana/1")
            self.assertEqual((job.status, job.model_extra), ("paused", {"news": 1}))
            self.assertEqual(job.request.trade_date.isoformat(), "2019-06-03")
            self.assertEqual(server.asked[0].path, "/v1/analyses/ana%2F1")
            self.assertEqual(server.header("x-api-key"), ["cnc_key"])
            self.assertRegex(server.header("conclave-version")[0] or "", r"^\d{4}-\d\d-\d\d$")

    def test_are_tried_again_with_the_same_idempotency_key_and_body(self) -> None:
        answers = (cut, reply({"detail": "starting"}, 503, retry_after="0"), reply(JOB, 202, webhook_secret="whsec_x"))
        with FailingServer(*answers) as server, client(server) as conclave:
            job = conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03")
            self.assertEqual((job.id, job.webhook_secret), ("ana_1", "whsec_x"))
            self.assertEqual(len(server.asked), 3)
            self.assertEqual(len(set(server.header("idempotency-key"))), 1)
            self.assertEqual({one.body for one in server.asked}, {b'{"ticker":"DEMO","trade_date":"2019-06-03"}'})
            conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03", idempotency_key="mine")
            self.assertEqual(server.header("idempotency-key")[3], "mine")

    def test_that_must_not_be_carried_out_twice_are_not_tried_again_when_an_answer_is_lost(self) -> None:
        with FailingServer(cut) as server, client(server) as conclave:
            with self.assertRaises(ApiConnectionError):
                conclave.lists.add_instrument("wl_1", symbol="DEMO")
            self.assertEqual(len(server.asked), 1)

    def test_that_are_refused_fail_at_once_with_the_servers_words_and_a_code(self) -> None:
        missing = reply({"detail": "there is no analysis ana_1"}, 404, x_request_id="req_7")
        wrong = [{"type": "missing", "loc": ["body", "ticker"], "msg": "Field required", "input": {}}]
        with FailingServer(missing, reply({"detail": wrong}, 422)) as server, client(server) as conclave:
            with self.assertRaises(NotFoundError) as found:
                conclave.analyses.get("ana_1")
            error = found.exception
            self.assertEqual((str(error), error.status, error.code), ("there is no analysis ana_1", 404, "not_found"))
            self.assertEqual(error.request_id, "req_7")
            with self.assertRaises(InvalidRequestError) as invalid:
                conclave.backtests.create(symbols=[], from_="2018-01-02", to="2018-06-29")
            self.assertEqual(str(invalid.exception), "ticker: Field required")
            self.assertEqual(invalid.exception.errors[0].loc, ["body", "ticker"])
            self.assertEqual(json.loads(server.asked[1].body)["from"], "2018-01-02")
            self.assertEqual(len(server.asked), 2)

    def test_are_given_up_when_the_server_asks_for_more_than_a_minute_or_has_failed_too_often(self) -> None:
        with FailingServer(reply({"detail": "wait"}, 429, retry_after="3600")) as server, client(server) as conclave:
            with self.assertRaises(RateLimitError) as limited:
                conclave.config()
            self.assertEqual((limited.exception.retry_after, len(server.asked)), (3600, 1))
        failing = FailingServer(reply({"detail": "Internal Server Error"}, 500, retry_after="0"))
        with failing as server, client(server, max_retries=2) as conclave:
            with self.assertRaises(ApiError) as failed:
                conclave.config()
            self.assertEqual((failed.exception.code, len(server.asked)), ("server_error", 3))

    def test_end_in_time(self) -> None:
        import threading

        released = threading.Event()
        with FailingServer(lambda _handler: void(released.wait(5))) as server:
            with client(server, timeout=0.05, max_retries=0) as conclave, self.assertRaises(ApiTimeoutError):
                conclave.config()
            released.set()
        with FailingServer(reply(BATCH)) as server, client(server) as conclave, self.assertRaises(WaitTimeoutError):
            conclave.batches.wait("bat_1", every=0.01, timeout=0.05)


    def test_with_something_that_cannot_be_a_key_are_refused_in_words_before_they_are_made(self) -> None:
        for key in ("cnc_…", "cnc key"):
            with self.assertRaisesRegex(ValueError, "is not an API key"):
                Conclave(base_url="http://127.0.0.1:9", api_key=key)
        with FailingServer(reply(JOB)) as server, Conclave(base_url=server.url, api_key=" cnc_key\n") as conclave:
            conclave.analyses.get("ana_1")
            self.assertEqual(server.header("x-api-key"), ["cnc_key"])

    def test_warn_once_of_each_field_that_the_server_ignored(self) -> None:
        ignored = reply(JOB, 202, conclave_ignored_fields="colour, size")
        with FailingServer(ignored) as server, client(server) as conclave:
            with self.assertWarnsRegex(IgnoredFieldsWarning, r"POST /v1/analyses: .*colour, size") as told:
                conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03")
            self.assertEqual(told.filename, __file__)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03")


def void(_value: object) -> None:
    pass


class Lists(unittest.TestCase):
    def test_are_one_page_or_all_items(self) -> None:
        pages = [{"data": [BATCH, BATCH], "next_cursor": "b"}, {"data": [BATCH], "next_cursor": None}]
        with FailingServer(*[reply(page) for page in pages]) as server, client(server) as conclave:
            self.assertEqual(len(list(conclave.batches.list(limit=2))), 3)
            self.assertEqual([one.path for one in server.asked], ["/v1/batches?limit=2", "/v1/batches?limit=2&cursor=b"])
            page = conclave.batches.list().page()
            self.assertEqual((len(page.data), page.next_cursor), (1, None))


class Streams(unittest.TestCase):
    def test_tell_each_event_once_over_breaks_ends_and_resets(self) -> None:
        answers = (
            stream(f"retry: 5\n\n{event(1)}{event(2)}id: 3\nevent: te", breaks=True),
            cut,
            stream(f"{event(3)}event: heartbeat\ndata: {{}}\n\n"),
            stream(f"event: reset\ndata: {{}}\n\n{event(1, 'again')}"),
            nothing,
        )
        with FailingServer(*answers) as server, client(server) as conclave:
            seen = [(one.seq, one.type) for one in conclave.analyses.stream("ana_1")]
            self.assertEqual(seen, [(1, "test"), (2, "test"), (3, "test"), (1, "again")])
            self.assertEqual(server.header("last-event-id"), [None, "2", "2", "3", "1"])

    def test_of_signals_lose_none_when_a_connection_breaks_before_its_first_event(self) -> None:
        refused = reply({"detail": "the key is revoked"}, 401)
        newest = reply({"data": [], "next_cursor": None})
        answers = (newest, stream("retry: 5\n\n", breaks=True), refused)
        with FailingServer(*answers) as server, client(server) as conclave:
            with self.assertRaises(ApiError) as error:
                next(iter(conclave.signals.stream(list="wl_1")))
            self.assertEqual(error.exception.code, "unauthorized")
            self.assertEqual(server.header("last-event-id"), [None, None, "0"])
            self.assertEqual(server.asked[1].path, "/v1/signals/events?list=wl_1")

    def test_are_read_the_same_wherever_they_are_cut(self) -> None:
        text = "\r\n: a comment\r\nid: 4\r\nevent: a\r\ndata: é\r\ndata:y\r\n\r\nid: 5\rdata: z\r\rdata\n\ndata: cut"
        wanted = [(4, "a", "é\ny"), (5, "message", "z"), (None, "message", "")]
        raw = text.encode()
        for size in range(1, len(raw) + 1):
            parser = MessageParser()
            pieces = [raw[at : at + size] for at in range(0, len(raw), size)]
            read = [(one.id, one.event, one.data) for piece in pieces for one in parser.feed(piece)]
            self.assertEqual(read, wanted, size)

    def test_of_results_go_on_behind_the_last_whole_line(self) -> None:
        def line(number: int) -> str:
            result = {"line": number, "custom_id": f"é{number}", "status": "cancelled"}
            return json.dumps({**result, "analysis_id": None, "result": None, "error": None}) + "\n"

        answers = (stream(f'{line(1)}{line(2)}{{"li', breaks=True), stream(line(3)))
        with FailingServer(*answers) as server, client(server) as conclave:
            results = list(conclave.batches.results("bat_1", include="reports"))
            self.assertEqual([one.line for one in results], [1, 2, 3])
            self.assertEqual(server.asked[1].path, "/v1/batches/bat_1/results?after=2&include=reports")


class AsyncClient(unittest.IsolatedAsyncioTestCase):
    async def test_does_the_same(self) -> None:
        pages = [{"data": [BATCH], "next_cursor": "b"}, {"data": [BATCH], "next_cursor": None}]
        answers = (cut, reply(JOB, 202), *[reply(page) for page in pages], stream(event(1)), nothing)
        with FailingServer(*answers) as server:
            async with AsyncConclave(base_url=server.url, api_key="cnc_key") as conclave:
                job = await conclave.analyses.create(ticker="DEMO", trade_date="2019-06-03")
                self.assertEqual(job.id, "ana_1")
                self.assertEqual(len([one async for one in conclave.batches.list()]), 2)
                self.assertEqual([one.seq async for one in conclave.analyses.stream("ana_1")], [1])


class Webhooks(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(bytes([7] * 32)).decode()
    other = "whsec_" + base64.b64encode(bytes([9] * 24)).decode()
    now = 1_795_249_270.0
    body = json.dumps({"type": "analysis.succeeded", "timestamp": "2026-11-21T08:21:09.044Z", "data": JOB})

    def headers(self, **changes: str) -> dict[str, str]:
        signed = f"msg_1.{self.now:.0f}.{self.body}".encode()
        signature = base64.b64encode(hmac.digest(bytes([7] * 32), signed, hashlib.sha256)).decode()
        sent = {"id": "msg_1", "timestamp": f"{self.now:.0f}", "signature": f"v2,abc v1,!!! v1,{signature}"}
        return {f"Webhook-{name.title()}": value for name, value in {**sent, **changes}.items()}

    def test_are_taken_with_the_right_secret(self) -> None:
        message = verify_webhook(self.body, self.headers(), self.secret, now=self.now)
        self.assertEqual((message.type, message.data.id), ("analysis.succeeded", "ana_1"))
        raw = verify_webhook(self.body.encode(), self.headers(), [self.other, self.secret], now=self.now, model=dict)
        self.assertEqual(raw["type"], "analysis.succeeded")

    def test_are_refused_otherwise(self) -> None:
        cases: list[tuple[str, dict[str, str], str, float]] = [
            (self.body, self.headers(), self.other, self.now),
            (self.body + " ", self.headers(), self.secret, self.now),
            (self.body, self.headers(id="msg_2"), self.secret, self.now),
            (self.body, self.headers(), self.secret, self.now + 301),
            (self.body, self.headers(), self.secret, self.now - 301),
            (self.body, self.headers(timestamp="soon"), self.secret, self.now),
            (self.body, self.headers(signature=""), self.secret, self.now),
        ]
        for body, headers, secret, now in cases:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secret, now=now)


if __name__ == "__main__":
    unittest.main()
