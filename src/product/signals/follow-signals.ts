import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/readable-list.ts";
import { signalEntries, type SignalEntries } from "./public/signal-entries.ts";

/** A list's entries as they come. @throws Forbidden; NotFound */
export async function followSignals(ctx: Context, list: string): Promise<SignalEntries> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return signalEntries(ctx, list);
}
