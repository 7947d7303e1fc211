import { describe, expect, test } from "vitest";
import { Cancelled } from "#src/core/errors.ts";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { failure, retrySoon, speak, startReasoner } from "#tests/support/llm-reasoner.ts";

describe("trouble on the way", () => {
  test.each([429, 500, 503])("status %i is asked again after the delay the server names", async (status) => {
    const { server, reasoner } = await startReasoner({
      plan: [{ kind: "status", status, headers: { "retry-after-ms": "60" } }],
    });
    await speak(reasoner, analystBrief());
    const [first, second] = server.calls;
    expect(server.calls.map((call) => call.outcome)).toEqual(["refused", "finished"]);
    const waited = (second?.arrivedAt ?? 0) - (first?.arrivedAt ?? 0);
    expect(waited).toBeGreaterThan(55);
    expect(waited).toBeLessThan(1500);
  });

  test("retry-after in seconds is kept to", async () => {
    const { server, reasoner } = await startReasoner({
      plan: [{ kind: "status", status: 429, headers: { "retry-after": "1" } }],
    });
    await speak(reasoner, analystBrief());
    const waited = (server.calls[1]?.arrivedAt ?? 0) - (server.calls[0]?.arrivedAt ?? 0);
    expect(waited).toBeGreaterThan(950);
    expect(waited).toBeLessThan(1900);
  });

  test.each([
    { "retry-after": "120" },
    { "retry-after-ms": "120000" },
    { "retry-after": "Mon, 02 Jun 2025 20:02:00 GMT", date: "Mon, 02 Jun 2025 20:00:00 GMT" },
  ])("a delay that nobody sits out (%j) fails at once and says when to come back", async (headers) => {
    const { server, reasoner } = await startReasoner({ plan: () => ({ kind: "status", status: 429, headers }) });
    const error = await failure(reasoner);
    expect(error.reason).toBe("rate_limited");
    expect(error.message).toContain("120 s");
    expect(server.calls).toHaveLength(1);
  });

  test("a limit that does not lift fails as rate_limited after the allowed attempts", async () => {
    const { server, reasoner } = await startReasoner(
      { plan: () => ({ kind: "status", status: 429, headers: retrySoon }) },
      { maxRetries: 2 },
    );
    const error = await failure(reasoner);
    expect(error.reason).toBe("rate_limited");
    expect(error.message).toContain("asked 3 times");
    expect(server.calls).toHaveLength(3);
  });

  test.each([
    [400, "refused"],
    [401, "unauthorized"],
    [403, "unauthorized"],
    [404, "refused"],
    [422, "refused"],
  ])("status %i is not asked again and fails as %s, without a key in its words", async (status, reason) => {
    const message = "Incorrect API key provided: sk-secret-0123456789abcdef (sk-secr********************cdef)";
    const { server, reasoner } = await startReasoner({ plan: () => ({ kind: "status", status, message }) });
    const error = await failure(reasoner);
    expect(error.reason).toBe(reason);
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/secr|cdef/);
    expect(server.calls).toHaveLength(1);
  });

  test("a connection cut in the middle fails as unavailable", async () => {
    const { reasoner } = await startReasoner({ plan: () => ({ kind: "cut", afterPieces: 2 }), pieceLength: 10 });
    expect((await failure(reasoner)).reason).toBe("unavailable");
  });

  test("nobody listening fails as unavailable", async () => {
    const { server, reasoner } = await startReasoner({}, { maxRetries: 0 });
    await server.close();
    expect((await failure(reasoner)).reason).toBe("unavailable");
  });

  test("an answer that stalls is dropped after the idle limit, and its socket closed", async () => {
    const { server, reasoner } = await startReasoner(
      { plan: [{ kind: "stall", afterPieces: 3 }], pieceLength: 10 },
      { idleMs: 150, totalMs: 20_000 },
    );
    const from = performance.now();
    const error = await failure(reasoner);
    expect(error.reason).toBe("timeout");
    expect(performance.now() - from).toBeLessThan(15_000);
    await expect.poll(() => server.calls[0]?.outcome).toBe("aborted");
  });

  test.each([{ kind: "hang" }, { kind: "trickle", delayMs: 60 }] as const)(
    "a call that takes longer than its total limit ($kind) is dropped",
    async (behaviour) => {
      const { server, reasoner } = await startReasoner(
        { plan: () => behaviour, pieceLength: 5 },
        { idleMs: 5000, totalMs: 400 },
      );
      const from = performance.now();
      const error = await failure(reasoner);
      expect(error.reason).toBe("timeout");
      expect(performance.now() - from).toBeLessThan(15_000);
      await expect.poll(() => server.calls[0]?.outcome).toBe("aborted");
      expect(server.calls).toHaveLength(1);
    },
  );

  test("a slow answer within its limits is whole", async () => {
    const { reasoner } = await startReasoner(
      { plan: [{ kind: "trickle", delayMs: 20 }], pieceLength: 60 },
      { idleMs: 2000 },
    );
    const { spoken } = await speak(reasoner, analystBrief());
    expect(spoken).toMatchObject({ kind: "statement", problem: null });
  });
});

describe("a provider that lies", () => {
  test.each([301, 302, 307, 308])(
    "and sends a call elsewhere (%i) is not followed: no prompt, no key",
    async (status) => {
      const elsewhere = await startReasoner();
      for (const provider of ["openai-compatible", "anthropic"] as const) {
        const lying = {
          kind: "status",
          status,
          headers: { location: `${elsewhere.server.url}/chat/completions` },
        } as const;
        const { server } = await startReasoner({ plan: () => lying });
        const { reasoner } = await startReasoner(
          {},
          {
            provider,
            settings: { baseUrl: server.url, apiKey: "sk-secret-0123456789abcdef" },
          },
        );
        const { reason, message } = await failure(reasoner);
        expect([reason, message]).toEqual(["refused", expect.stringContaining("sends calls elsewhere")]);
        expect(server.calls).toHaveLength(1);
      }
      expect(elsewhere.server.calls).toEqual([]);
    },
  );

  const words = (content: string) =>
    `data: ${JSON.stringify({ id: "1", created: 1, model: "big", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  const endless = {
    "whose answer never ends": words("the same again ".repeat(4000)),
    "whose thoughts never end": words("x".repeat(60_000)).replace('"content"', '"reasoning_content"'),
    "whose line never ends": "data: ".padEnd(60_000, "x"),
  };

  test.each(Object.entries(endless))("%s is cut off long before its time is over", async (_name, piece) => {
    let sent = 0;
    function* pieces() {
      while (sent < 200_000_000) {
        sent += piece.length;
        yield piece;
      }
    }
    const { reasoner } = await startReasoner({ plan: () => ({ kind: "raw", pieces: pieces() }) }, { maxRetries: 0 });
    expect(await failure(reasoner)).toMatchObject({
      reason: "malformed",
      message: expect.stringContaining("too long"),
    });
    expect(sent).toBeLessThan(100_000_000);
  });

  test("with a good status and an error fails with it, and one that names another model is billed as what was asked", async () => {
    const error = { error: { message: "no capacity for sk-secret-0123456789abcdef", code: "overloaded" } };
    const refusing = { kind: "status", status: 200, body: error } as const;
    const lying = await startReasoner({ plan: () => refusing }, { maxRetries: 0 });
    expect((await failure(lying.reasoner)).message).toMatch(/no capacity for \[key\]/);
    const { reasoner } = await startReasoner({ plan: () => ({ kind: "answer", model: "enormous-and-dear" }) });
    const { spoken } = await speak(reasoner, analystBrief());
    expect(spoken.call.model).toBe("small");
    expect(Number(spoken.call.costUsd)).toBeLessThanOrEqual(Number(reasoner.estimate(analystBrief())));
  });
});

describe("stopping", () => {
  test("in the middle of an answer closes the socket and ends as Cancelled", async () => {
    const { server, reasoner } = await startReasoner({ plan: [{ kind: "stall", afterPieces: 3 }], pieceLength: 10 });
    const stop = new AbortController();
    const running = reasoner.speak(analystBrief(), { signal: stop.signal, onDelta: () => stop.abort() });
    await expect(running).rejects.toBeInstanceOf(Cancelled);
    await expect.poll(() => server.calls[0]?.outcome).toBe("aborted");
  });

  test("while a retry is waited for makes no further call", async () => {
    const { server, reasoner } = await startReasoner({
      plan: () => ({ kind: "status", status: 429, headers: { "retry-after-ms": "30000" } }),
    });
    const stop = new AbortController();
    const running = reasoner.speak(analystBrief(), { signal: stop.signal, onDelta: () => {} });
    await expect.poll(() => server.calls[0]?.outcome).toBe("refused");
    stop.abort();
    await expect(running).rejects.toBeInstanceOf(Cancelled);
    expect(server.calls).toHaveLength(1);
  });

  test("while waiting for a slot makes no call at all", async () => {
    const { server, reasoner } = await startReasoner({ plan: [{ kind: "hang" }] }, { concurrency: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const holding = reasoner.speak(analystBrief(), { signal: first.signal, onDelta: () => {} });
    const waiting = reasoner.speak(analystBrief(), { signal: second.signal, onDelta: () => {} });
    await expect.poll(() => server.calls).toHaveLength(1);
    second.abort();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    first.abort();
    await expect(holding).rejects.toBeInstanceOf(Cancelled);
    expect(server.calls).toHaveLength(1);
  });

  test("before the start makes no call", async () => {
    const { server, reasoner } = await startReasoner();
    await expect(
      reasoner.speak(analystBrief(), { signal: AbortSignal.abort(), onDelta: () => {} }),
    ).rejects.toBeInstanceOf(Cancelled);
    expect(server.calls).toHaveLength(0);
  });
});
