import { houseList } from "#src/contract/signals/signals.ts";
import type { Context } from "../context.ts";
import { mustHaveSignals } from "./public/readable-list.ts";
import { signalEntries, type SignalEntries } from "./public/signal-entries.ts";

/** Also before the signal engine has run. @throws Forbidden */
export async function followHouseList(ctx: Context): Promise<SignalEntries> {
  mustHaveSignals(ctx.actor);
  return signalEntries(ctx, houseList);
}
