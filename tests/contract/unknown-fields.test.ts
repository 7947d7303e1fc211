import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#src/contract/api/routes.ts";
import { apple, ask, errorsOf, type Reply } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

/* A field that nobody reads is told: one that is a slip away from a known one is refused, any other named in a header. */

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const post = (json: unknown, headers: Record<string, string> = {}) =>
  ask(door.url, "POST", "/v1/analyses", { json, headers });
const ignoredIn = ({ headers }: Reply): string | null => headers.get("conclave-ignored-fields");

describe("in a body", () => {
  test("a slip of a known field is refused with the one that was meant, beside everything else that is wrong", async () => {
    const { ticker, ...rest } = apple;
    const own_model = { llm_provider: "x", depp_think_llm: "y" };
    const reply = await post({ ...rest, tikcer: ticker, max_debate_round: 2, own_model });
    expect(reply.status).toBe(422);
    const extra = (loc: string[], input: unknown, meant: string) => ({
      type: "extra_forbidden",
      loc: ["body", ...loc],
      msg: `Extra inputs are not permitted; did you mean '${meant}'?`,
      input,
    });
    expect(errorsOf(reply)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "missing", loc: ["body", "ticker"] }),
        extra(["tikcer"], ticker, "ticker"),
        extra(["max_debate_round"], 2, "max_debate_rounds"),
        extra(["own_model", "depp_think_llm"], "y", "deep_think_llm"),
      ]),
    );
  });

  test("any other is ignored and named, in the answer and when it is repeated, and is no other body", async () => {
    const headers = { "idempotency-key": "with-more" };
    const first = await post({ ...apple, position_size: 5, "bad\r\nname": 1, näher: 2 }, headers);
    expect(first.status).toBe(202);
    expect(ignoredIn(first)).toBe("position_size, bad??name, n?her");
    const again = await post(apple, headers);
    expect([again.status, again.headers.get("idempotent-replayed"), ignoredIn(again)]).toEqual([202, "true", null]);
    expect(again.body).toEqual(first.body);
  });

  test("many are named in a few", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}${"x".repeat(80)}`, at]));
    const told = ignoredIn(await post({ ...apple, ...many })) ?? "";
    expect(told).toMatch(/, and 80 more$/);
    expect(told.length).toBeLessThan(2000);
  });

  test("a secret is not sent back under a wrong name", async () => {
    const reply = await post({ ...apple, webhook_secrt: "whsec_c2VjcmV0c2VjcmV0c2VjcmV0" });
    expect(errorsOf(reply)).toMatchObject([{ type: "extra_forbidden" }]);
    expect(JSON.stringify(reply.body)).not.toContain("c2VjcmV0");
  });

  test.each(
    Object.values(routes).flatMap((route) =>
      "body" in route && route.body !== undefined && route.path.startsWith("/v1/")
        ? [[route.operationId, route] as const]
        : [],
    ),
  )("of %s", async (_id, { method, path, body }) => {
    const [known = ""] = Object.keys(body.shape).toSorted((a, b) => b.length - a.length);
    const query = path.endsWith("/rerun") ? "?from=trader" : "";
    const reply = await ask(door.url, method.toUpperCase(), `${path.replaceAll(/\{\w+\}/g, "x")}${query}`, {
      json: { [`${known}s`]: 1 },
    });
    expect(errorsOf(reply)).toContainEqual(
      expect.objectContaining({ loc: ["body", `${known}s`], type: "extra_forbidden" }),
    );
  });
});

describe("in a query", () => {
  test("a slip is refused, any other is named", async () => {
    const slip = await ask(door.url, "GET", "/v1/analyses?limt=5");
    expect(errorsOf(slip)).toMatchObject([
      { type: "extra_forbidden", loc: ["query", "limt"], msg: expect.stringContaining("'limit'") },
    ]);
    const other = await ask(door.url, "GET", "/v1/analyses?limit=5&colour=red&_=1");
    expect([other.status, ignoredIn(other)]).toEqual([200, "colour, _"]);
    expect(ignoredIn(await ask(door.url, "GET", "/v1/config?colour=red"))).toBe("colour");
  });
});

test("in a line of a batch", async () => {
  const line = (id: string, more: object) => JSON.stringify({ custom_id: id, request: { ...apple, ...more } });
  const raw = [line("a", { analyst: ["market"] }), line("b", { colour: "red" }), line("c", { colour: "blue" })].join(
    "\n",
  );
  const reply = await ask(door.url, "POST", "/v1/batches", { raw, headers: { "content-type": "application/jsonl" } });
  expect([reply.status, ignoredIn(reply)]).toEqual([202, "request.colour"]);
  expect(reply.body).toMatchObject({ counts: { total: 3, refused: 1 } });
});
