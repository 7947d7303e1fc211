import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { apple, ask, submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const post = (body: object, headers: Record<string, string> = {}) =>
  ask(door.url, "POST", "/v1/analyses", { json: body, headers });

describe("the language of a report", () => {
  test.each([
    ["DE", "de"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["iw", "he"],
    ["en-gb", "en-GB"],
  ])("%s is kept as %s, and the job shows it", async (given, kept) => {
    const { id, request } = await submit(door.url, { ...apple, language: given });
    expect(request.language).toBe(kept);
    const { body } = await ask(door.url, "GET", `/v1/analyses/${id}`);
    expect(Job.parse(body).request.language).toBe(kept);
  });

  test("English is the request without a language, to the byte", async () => {
    const named = await submit(door.url, { ...apple, language: "EN" });
    const unnamed = await submit(door.url, apple);
    expect(named.request).toEqual(unnamed.request);
    expect(named.request).not.toHaveProperty("language");
    const { rows } = await testApp.db.pool.query<{ request: unknown }>(
      "select request::text from analyses where id = any($1)",
      [[named.id, unnamed.id]],
    );
    expect(rows[0]).toEqual(rows[1]);
  });

  test.each(["xx", "german", "de-u-nu-latn", "", "zz-ZZ", "mul", "x".repeat(36)])("%j is refused", async (language) => {
    const { status, body } = await post({ ...apple, language });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["body", "language"] }] });
  });

  test("is part of what an idempotency key stands for", async () => {
    const headers = { "idempotency-key": "in-german" };
    const first = await submit(door.url, { ...apple, language: "de" }, headers);
    expect((await submit(door.url, { ...apple, language: "DE" }, headers)).id).toBe(first.id);
    expect((await post({ ...apple, language: "fr" }, headers)).status).toBe(409);
    expect((await post(apple, headers)).status).toBe(409);
    const english = { "idempotency-key": "in-english" };
    const plain = await submit(door.url, apple, english);
    expect((await submit(door.url, { ...apple, language: "en" }, english)).id).toBe(plain.id);
  });
});

test("a request that allows shorts says so, and one that does not is the one that says nothing", async () => {
  const [short, long, plain] = await Promise.all(
    [{ ...apple, allow_short: true }, { ...apple, allow_short: false }, apple].map((body) => submit(door.url, body)),
  );
  expect(short?.request).toEqual({ ...plain?.request, allow_short: true });
  expect(long?.request).toEqual(plain?.request);
  expect((await post({ ...apple, allow_short: "perhaps" })).body).toMatchObject({
    detail: [{ loc: ["body", "allow_short"], type: "bool_parsing" }],
  });
});
