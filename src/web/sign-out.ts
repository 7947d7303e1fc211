"use client";

import { defineAction } from "./actions/action.ts";
import type { Outcome } from "./actions/outcome.ts";
import { fetchOrRefuse } from "./components/ui/send.ts";

/** Without the client of `auth-actions.ts`, which is large: the menu that offers it stands on every page. */
export const signOut = defineAction(async (): Promise<Outcome> => {
  const headers = { "content-type": "application/json" };
  await fetchOrRefuse("/api/auth/sign-out", { method: "POST", headers, body: "{}" });
  return { ok: true, value: null };
});
