import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { decide } from "#src/backtest/decide.ts";
import { maskedReasoner } from "#src/backtest/mask.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { settingsInForce } from "#src/core/config/config.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { Task, type ThreadMessage } from "./decide-all.ts";

/* One thread of a backtest with `rules`: it is told symbols and sessions, and says what was decided. */

const { archives, settings } = z
  .object({ archives: z.array(z.string()), settings: BacktestSettings })
  .parse(workerData);
const port = parentPort;
if (port === null) throw new Error("this file runs in a thread of a backtest");

const inForce = settingsInForce();
const vendors = await composeVendors({ archives, online: false }, inForce);
const rules = await composeReasoner({ provider: "rules", deep: null, quick: null, baseUrl: null }, inForce);
const reasoner = settings.mask_ticker ? maskedReasoner(rules) : rules;
const { signal } = new AbortController();
const say = (said: ThreadMessage): void => port.postMessage(said);

async function work(message: unknown): Promise<void> {
  const { symbol, calendar: name, sessions } = Task.parse(message);
  const calendar = calendarByName(name);
  if (calendar === null) throw new RangeError(`no calendar is named ${name}`);
  for (const session of sessions)
    say({
      kind: "decided",
      decision: await decide({ vendors, reasoner, signal }, settings, symbol, calendar, session),
    });
  say({ kind: "done" });
}

port.on("message", (message: unknown) => {
  work(message).catch((error: unknown) => {
    if (error instanceof VendorFailed)
      say({ kind: "vendor failed", vendor: error.vendor, reason: error.reason, detail: error.message });
    else say({ kind: "broken", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
