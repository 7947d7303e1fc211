import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isStorable } from "#src/contract/text.ts";
import { openFuzzTarget, type FuzzTarget } from "#tests/support/fuzz/target.ts";
import type { FuzzRequest } from "#tests/support/fuzz/requests.ts";

/*
 * What Postgres, Better Auth or our own code once answered with a 500, each by itself. The fuzz (tests/fuzz) found them,
 * or what it looks for did.
 */
let target: FuzzTarget;
beforeAll(async () => {
  target = await openFuzzTarget();
});
afterAll(async () => {
  await target.finish();
  await target.close();
});

const nul = "a\u0000b";
const half = "a\ud800b";
const get = (path: string): FuzzRequest => ({ principal: "session", method: "GET", path, headers: {}, body: null });
const post = (path: string, body: unknown): FuzzRequest => ({
  principal: "session",
  method: "POST",
  path,
  headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)).toString("latin1"),
});
const deep = (levels: number): string => `{"response":${"[".repeat(levels)}${"]".repeat(levels)}}`;

describe("what no text has, and what is too deep, is refused before it is looked up", () => {
  test.each<[string, FuzzRequest]>([
    ["a mailed link's token", get("/api/auth/magic-link/verify?token=a%00b")],
    ["a reset's token", post("/api/auth/reset-password", { newPassword: "a new password", token: nul })],
    ["a provider's state", get("/api/auth/callback/github?state=a%00b&code=x")],
    ["a session's id", post("/api/auth/revoke-session", { id: nul })],
    ["a passkey's id", post("/api/auth/passkey/delete-passkey", { id: nul })],
    ["a passkey's new name", post("/api/auth/passkey/update-passkey", { id: "x", name: nul })],
    [
      "half a character in a password",
      post("/api/auth/sign-up/email", { name: "Ada", email: "half@example.com", password: `${half} and more` }),
    ],
    ["a passkey's answer in a thousand lists", post("/api/auth/passkey/verify-registration", deep(1000))],
    ["a passkey's answer in twenty thousand lists", post("/api/auth/passkey/verify-authentication", deep(20_000))],
    ["a body that is no JSON", post("/api/auth/sign-in/email", "{")],
  ])("%s", async (_name, asked) => {
    const { status, text } = await target.try(asked);
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ detail: expect.any(String) })]);
  });
});

test("every refusal of sign-in has a reason in our form and in that of Better Auth's client", async () => {
  for (const asked of [
    get("/api/auth/list-accounts"),
    post("/api/auth/two-factor/verify-totp", { code: "1" }),
    get("/api/auth/verify-email"),
  ]) {
    const { status, text } = await target.try({ ...asked, principal: "anonymous" });
    expect(status).toBeGreaterThanOrEqual(400);
    const { message, detail } = JSON.parse(text);
    expect([typeof message, detail]).toEqual(["string", message]);
  }
});

test("a value is stored with all that is in it, or not at all", () => {
  expect([{ a: ["b", { c: "é👩" }] }, "", null, 1e300].every(isStorable)).toBe(true);
  expect([nul, half, { [nul]: 1 }, [[{ a: half }]], JSON.parse(deep(65))].some(isStorable)).toBe(false);
});
