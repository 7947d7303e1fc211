import { usualLanguage } from "#src/contract/run/language.ts";
import { ensureAccount, putHouseList as put } from "./queries/signal-lists.ts";
import { houseOwner } from "./public/readable-list.ts";
import type { SystemContext } from "../context.ts";
import type { SignalSettings } from "./public/signal-tools.ts";

/** As the settings say. For a worker that starts. */
export async function putHouseList(ctx: SystemContext, signals: SignalSettings): Promise<void> {
  const { db, clock } = ctx;
  const { instruments, runs } = signals;
  const at = clock.now();
  await db.transaction(async (tx) => {
    await ensureAccount(tx, { id: houseOwner, plan: "free" }, at);
    const list = { name: "House list", instruments: [...instruments], schedule: { kind: "close" as const }, runs };
    // It runs after every close anyway.
    await put(tx, { ...list, language: usualLanguage, rerun_on_break: false, allow_short: false }, at);
  });
}
