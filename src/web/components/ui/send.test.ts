import { expect, expectTypeOf, test } from "vitest";
import { defineAction, type Action } from "#src/web/actions/action.ts";
import type { endKey, makeKey } from "#src/web/actions/developers.ts";
import type { signOut } from "#src/web/components/shell/account-menu.tsx";
import { send } from "./send.ts";
import { somethingWentWrong, tooManyActions, unreachable } from "#src/contract/accounts/form-outcomes.ts";

/* What a page has done cannot be sent but by the door, and what comes out of the door never rejects. */

test("an action has no call signature: these lines compile as long as it has none", () => {
  expectTypeOf<typeof endKey>().not.toBeFunction();
  expectTypeOf<typeof makeKey>().not.toBeFunction();
  expectTypeOf<typeof signOut>().not.toBeFunction();
  expectTypeOf<Action<[id: string], null>>().not.toBeFunction();
});

test.each([
  ["a lost network", new TypeError("Failed to fetch"), unreachable],
  [
    "a part of the page that did not come",
    Object.assign(new Error("chunk 7"), { name: "ChunkLoadError" }),
    unreachable,
  ],
  ["the front door's limit", new Error(tooManyActions), tooManyActions],
  ["anything else", new Error("An unexpected response was received from the server."), somethingWentWrong],
])("%s is a refusal that can be tried again", async (_what, error, message) => {
  const rejects = defineAction((): Promise<never> => Promise.reject(error));
  const throws = defineAction((): Promise<never> => {
    throw error;
  });
  const refusal = { ok: false, message, remedy: "try again" };
  expect(await send(rejects)).toEqual(refusal);
  expect(await send(throws)).toEqual(refusal);
});

test("what an action answers comes out as it is, with what it was given", async () => {
  const echo = defineAction(async (...given: readonly string[]) => ({ ok: true, value: given }));
  expect(await send(echo, "a", "b")).toEqual({ ok: true, value: ["a", "b"] });
});
