"use server";

import { anyId } from "#src/contract/text.ts";
import { disconnectClient } from "#src/product/connections/disconnect-client.ts";
import { userAction } from "./acting.ts";

export const disconnectApp = userAction(async ({ ctx }, id: string, keepWebhooks: boolean) => {
  await disconnectClient(ctx, { id: anyId.parse(id), keepWebhooks: keepWebhooks === true });
});
