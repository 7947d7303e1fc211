import { ensureAccount, putHouseList as put } from "#src/db/queries/signal-lists.ts";
import { houseOwner } from "./readable-list.ts";
import type { SignalTools } from "./signal-tools.ts";

/** Makes the house's list what the settings say. For the worker, as it starts. */
export async function putHouseList({
  db,
  clock,
  signals,
}: Pick<SignalTools, "db" | "clock" | "signals">): Promise<void> {
  const { instruments, runs } = signals;
  const at = clock.now();
  await db.transaction(async (tx) => {
    await ensureAccount(tx, houseOwner, at);
    await put(tx, { name: "House list", instruments: [...instruments], schedule: { kind: "close" }, runs }, at);
  });
}
