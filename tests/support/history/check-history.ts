import { checkJobs } from "./check-jobs.ts";
import { checkLedger } from "./check-ledger.ts";
import { checkSlots, checkStreams } from "./check-streams.ts";
import type { History, Violation } from "./history.ts";

/** All that breaks a rule in a history; empty for one that keeps them all. */
export function checkHistory(history: History): Violation[] {
  return [
    ...checkJobs(history),
    ...checkLedger(history.ledger),
    ...checkStreams(history.streams, history.readers),
    ...checkSlots(history.slots),
  ];
}
