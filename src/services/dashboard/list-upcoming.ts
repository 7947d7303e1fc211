import type { Upcoming } from "#src/contract/dashboard.ts";
import { toIso } from "#src/platform/clock.ts";
import type { AnalysisEnvironment } from "../analyses/lib/analysis-environment.ts";
import { nextRuns } from "../signals/lib/next-runs.ts";
import { requireScope, type Context } from "../context.ts";
import { followedLists, wantedOf } from "./lib/followed-lists.ts";

/** Runs of a list, and closes. */
const runsEach = 2;
const mostShown = 6;

/** The next closes of what the actor's lists hold, and when the lists run, the soonest first. */
export async function listUpcoming(
  ctx: Context,
  environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">,
): Promise<Upcoming[]> {
  requireScope(ctx, "analyses:read");
  const now = ctx.clock.now();
  const { own } = await followedLists(ctx);
  const runs = own.flatMap((list) =>
    nextRuns(environment, list, now, runsEach).map(({ at, symbols }) => ({ at, list: list.name, symbols })),
  );
  const closes = wantedOf(own).flatMap(({ symbol, asset_type: type }) => {
    const [at] = environment.closes(symbol, type, now, 1);
    return at === undefined ? [] : [{ symbol, at }];
  });
  const closing = [...Map.groupBy(closes, ({ at }) => at)].map(([at, alike]) => ({
    at,
    list: null,
    symbols: [...new Set(alike.map(({ symbol }) => symbol))],
  }));
  return [...closing, ...runs]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostShown)
    .map(({ at, list, symbols }) => ({ at: toIso(at), kind: list === null ? "close" : "run", list, symbols }));
}
