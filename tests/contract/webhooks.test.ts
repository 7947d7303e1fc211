import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#src/core/hash.ts";
import { ask, apple, errorsOf } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { fail } from "#tests/support/finished-job.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const url = "https://example.com/hooks?token=mine";
const own = secretOf(32);

function secretOf(bytes: number): string {
  return `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
}

const post = (webhook: object, headers: Record<string, string> = {}) =>
  ask(door.url, "POST", "/v1/analyses", { json: { ...apple, ...webhook }, headers });

describe("a webhook's secret", () => {
  test("that the server makes stands in a header of the 202 and in no other answer, nor in the log", async () => {
    const reply = await post({ webhook_url: url });
    expect(reply.status).toBe(202);
    const secret = reply.headers.get("webhook-secret") ?? "";
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = String(reply.headers.get("location")).split("/").at(-1) ?? "";
    const answers = [reply.body, (await ask(door.url, "GET", "/v1/analyses")).body];
    await fail(testApp, id, "no");
    for (const path of ["", "?wait=1", "/events", "/report.json", "/report.md"]) {
      const { headers, body } = await ask(door.url, "GET", `/v1/analyses/${id}${path}`);
      expect(headers.get("webhook-secret")).toBeNull();
      answers.push(body);
    }
    answers.push((await ask(door.url, "DELETE", `/v1/analyses/${id}`)).body, door.logged());
    expect(JSON.stringify(answers)).not.toContain(secret.slice(6, 20));
    expect(JSON.stringify(answers)).not.toContain("token=mine");
  });

  test("is another one for each job, and the same again for the same Idempotency-Key", async () => {
    const repeated = { "idempotency-key": "hook-1" };
    const secrets = [
      await post({ webhook_url: url }, repeated),
      await post({ webhook_url: url }),
      await post({ webhook_url: url }, repeated),
    ].map(({ headers }) => headers.get("webhook-secret"));
    expect(secrets[2]).toBe(secrets[0]);
    expect(secrets[1]).not.toBe(secrets[0]);
    expect(secrets[1]).not.toBeNull();
  });

  test("that the caller names is not sent back, and there is none without a webhook", async () => {
    const key = { "idempotency-key": "hook-2" };
    for (const webhook of [{ webhook_url: url, webhook_secret: own }, { webhook_secret: own }, {}])
      expect((await post(webhook)).headers.get("webhook-secret")).toBeNull();
    await post({ webhook_url: url, webhook_secret: own }, key);
    expect((await post({ webhook_url: url, webhook_secret: own }, key)).headers.get("webhook-secret")).toBeNull();
  });

  test.each([
    [{ webhook_url: url, webhook_secret: own }, { webhook_url: url }],
    [{ webhook_url: url }, { webhook_url: url, webhook_secret: own }],
    [
      { webhook_url: url, webhook_secret: own },
      { webhook_url: url, webhook_secret: secretOf(33) },
    ],
    [{ webhook_url: url }, { webhook_url: "https://example.com/other" }],
    [{ webhook_url: url }, {}],
  ])("is part of the body that an Idempotency-Key stands for: %j, then %j", async (first, second) => {
    const key = { "idempotency-key": sha256(JSON.stringify([first, second])) };
    expect((await post(first, key)).status).toBe(202);
    expect((await post(second, key)).status).toBe(409);
  });

  test.each([24, 25, 26, 62, 63, 64])("may have %i bytes", async (bytes) => {
    expect((await post({ webhook_url: url, webhook_secret: secretOf(bytes) })).status).toBe(202);
  });

  test.each([
    ["too few bytes", secretOf(23)],
    ["too many bytes", secretOf(65)],
    ["no padding", secretOf(32).replace("=", "")],
    ["too much padding", `${secretOf(33)}==`],
    ["another alphabet", secretOf(33).replace("Bw", "_-")],
    ["no prefix", secretOf(33).slice(6)],
  ])("is refused with %s, and not sent back", async (_name, secret) => {
    const reply = await post({ webhook_url: url, webhook_secret: secret });
    expect(errorsOf(reply)).toMatchObject([{ type: "string_pattern_mismatch", loc: ["body", "webhook_secret"] }]);
    expect(JSON.stringify(reply.body)).not.toContain(secret);
  });
});
