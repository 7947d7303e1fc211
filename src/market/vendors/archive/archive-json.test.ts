import { expect, test } from "vitest";
import { parseJson } from "./archive-lines.ts";

test("JSON of an archive may begin with a byte order mark", () => {
  expect(parseJson('\uFEFF{"name":"mine"}')).toEqual({ ok: true, value: { name: "mine" } });
  expect(parseJson('\uFEFF\uFEFF{"name":"mine"}').ok).toBe(false);
});
