import { expect, test } from "vitest";
import { withoutNullArguments } from "./null-arguments.ts";

const call = (params: object) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

test("arguments that are null are none, and every other message stays as it is", () => {
  expect(withoutNullArguments(call({ name: "list", arguments: null }))).toEqual(call({ name: "list" }));
  expect(withoutNullArguments([call({ name: "list", arguments: null })])).toEqual([call({ name: "list" })]);
  const others = [call({ name: "list", arguments: { a: null } }), call({ name: "list" }), { id: 1 }, null, "text"];
  for (const message of others) expect(withoutNullArguments(message)).toEqual(message);
});
