import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "./log.ts";

function lineOf(entry: Record<string, unknown>, message = "said"): { text: string; line: Record<string, unknown> } {
  let text = "";
  const to = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  createLog("info", "http", to).info(entry, message);
  return { text, line: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}

const key = "cnc_0123456789abcdefghjkmnpqrstvwxyz01234567";

describe("createLog", () => {
  test("writes a line of JSON with the level as a word, the role and the time", () => {
    expect(lineOf({ status: 200 }).line).toMatchObject({
      level: "info",
      role: "http",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 200,
      msg: "said",
    });
  });

  test.each(["key", "apiKey", "Authorization", "X-API-Key", "webhook_secret", "password"])(
    "hides what is called %s, at any depth and in errors",
    (name) => {
      const error = Object.assign(new Error("no"), { request: { headers: { [name]: "s3cret" } }, [name]: "s3cret" });
      const { text } = lineOf({ [name]: "s3cret", nested: { list: [{ [name]: "s3cret" }] }, err: error });
      expect(text).not.toContain("s3cret");
      expect(text.match(/\[redacted\]/g)).toHaveLength(4);
    },
  );

  test("hides our own keys, secrets and passwords in addresses wherever they stand", () => {
    const cause = new Error(`connect postgres://conclave:hunter2@db:5432/x with whsec_${"A".repeat(32)}`);
    const { text } = lineOf({ path: `/v1/${key}`, err: new Error(`refused ${key}`, { cause }) }, `who sends ${key}?`);
    for (const secret of [key.slice(0, 12), "hunter2", "AAAA"]) expect(text).not.toContain(secret);
    expect(text).toContain("postgres://conclave:[redacted]@db:5432/x");
  });

  test("hides the row that an error of Postgres quotes, also of one in a list", () => {
    const error = Object.assign(new Error("duplicate key"), {
      severity: "ERROR",
      code: "23505",
      detail: "Key (email)=(ada@example.org) already exists.",
    });
    const { text } = lineOf({ err: error, more: [error], kept: { detail: "of ours" } });
    expect(text).not.toContain("ada@example.org");
    expect(text.match(/23505/g)).toHaveLength(2);
    expect(text).toContain("of ours");
  });

  test("keeps an error's message, stack and cause", () => {
    const { line } = lineOf({ err: new Error("first", { cause: new Error("second") }) });
    expect(line["err"]).toMatchObject({
      type: "Error",
      message: expect.stringContaining("first"),
      stack: expect.stringContaining("second"),
    });
  });

  test("leaves everything else as it is", () => {
    const entry = { request_id: "req_1", method: "GET", ms: 1.5, owner: null, list: [1, { a: true }] };
    expect(lineOf(entry).line).toMatchObject(entry);
  });
});
