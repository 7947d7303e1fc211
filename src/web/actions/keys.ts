"use server";

import { z } from "zod";
import { Scope } from "#src/contract/plans.ts";
import { anyId, storableText } from "#src/contract/text.ts";
import { createOwnKey } from "#src/product/keys/create-own-key.ts";
import { revokeKey } from "#src/product/keys/revoke-key.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { formAction } from "./form-action.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

const Wanted = z.object({
  label: storableText
    .trim()
    .min(1, "enter a name for the key, such as the program that will use it")
    .max(100, "the name must have at most 100 characters"),
  scopes: z.array(Scope).min(1, "choose at least one permission"),
  mode: z.enum(["live", "test"]).default("live"),
});

/** Works on every plan, so that a key can be made ready; it opens nothing until the plan has the API. */
export const makeKey = formAction(
  (fields: FormData): Promise<Outcome<{ readonly key: string; readonly label: string }>> =>
    outcome(async () => {
      const who = await signedIn();
      const { label, scopes, mode } = Wanted.parse({
        label: fields.get("label") ?? "",
        scopes: fields.getAll("scopes"),
        mode: fields.get("mode") ?? undefined,
      });
      const wanted = { label, scopes, livemode: mode === "live" };
      const { key } = await createOwnKey(contextOf(who), { by: await byOf(who), ...wanted });
      return { key, label };
    }),
);

export const endKey = defineAction((id: string): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    await revokeKey(contextOf(who), { owner: who.userId, idOrPrefix: anyId.parse(id) });
    return null;
  }),
);
