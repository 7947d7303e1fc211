"use server";

import { anyId } from "#src/contract/text.ts";
import { disconnectClient } from "#src/product/connections/disconnect-client.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

export const disconnectApp = defineAction((id: string, keepWebhooks: boolean): Promise<Outcome> =>
  outcome(async () => {
    await disconnectClient(contextOf(await signedIn()), { id: anyId.parse(id), keepWebhooks: keepWebhooks === true });
    return null;
  }),
);
