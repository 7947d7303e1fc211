import type { Ledger, Violation } from "./history.ts";

/** Rules of money: amounts are whole cents. */
export function checkLedger({ accounts, entries, deposits }: Ledger): Violation[] {
  const found: Violation[] = [];
  for (const [transfer, parts] of Map.groupBy(entries, (entry) => entry.transfer)) {
    const sum = sumOf(parts.map(({ amount }) => amount));
    if (sum !== 0 || parts.length < 2)
      found.push({ rule: "transfers sum to zero", subject: transfer, seen: `${sum} in ${parts.length} entries` });
  }
  const ofAccount = Map.groupBy(entries, ({ account }) => account);
  for (const { id, kind, balance } of accounts) {
    const own = (ofAccount.get(id) ?? []).toSorted((a, b) => a.seq - b.seq);
    let running = 0;
    let lowest = balance;
    for (const [at, { seq, amount, balanceAfter }] of own.entries()) {
      running += amount;
      lowest = Math.min(lowest, balanceAfter);
      if (seq !== at + 1 || balanceAfter !== running)
        found.push({
          rule: "a balance is its sum",
          subject: id,
          seen: `entry ${seq} says ${balanceAfter}, the sum is ${running} after ${at + 1}`,
        });
    }
    if (running !== balance)
      found.push({ rule: "a balance is its sum", subject: id, seen: `${balance}, the sum is ${running}` });
    if (kind === "customer" && lowest < 0)
      found.push({ rule: "no customer below zero", subject: id, seen: String(lowest) });
  }
  const known = new Set(accounts.map(({ id }) => id));
  for (const id of ofAccount.keys())
    if (!known.has(id)) found.push({ rule: "a balance is its sum", subject: id, seen: "entries without an account" });
  for (const { id, state, credits, paid } of deposits) {
    const wanted = state === "finished" ? [paid] : [];
    if (credits.join() !== wanted.join())
      found.push({
        rule: "a deposit is credited once",
        subject: id,
        seen: `${state}, credited ${credits.length === 0 ? "nothing" : credits.join(" and ")}, paid ${paid}`,
      });
  }
  return found;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
