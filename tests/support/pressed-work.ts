import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "vitest";
import type { PressedService, Pressed } from "./pressed-row.ts";
import { at, latest, sql } from "./pressed-steps.ts";

const root = join(import.meta.dirname, "../..");

/** Once a worker is done with all there is: what is changed under its hands, it changes back. */
const afterWork =
  (change: (service: PressedService) => Promise<unknown>) =>
  async (service: PressedService): Promise<void> => {
    const { pool } = service.database.db;
    const open =
      "select 1 from analyses where status in ('queued', 'running') union select 1 from backtests where state in ('queued', 'running') union select 1 from attributions where state in ('queued', 'running')";
    await expect.poll(async () => (await pool.query(open)).rowCount).toBe(0);
    await change(service);
  };
/** The last one waits again, as if nobody had come to it. */
const waiting = sql(
  "update analyses set status = 'queued', result = null, error = null, started_at = null, finished_at = null where id = (select id from analyses order by created_at desc limit 1)",
);
/** A backtest that waits: the last one's twin, which stands in no queue, so that no worker is quicker than the button. */
const idle = afterWork(
  sql(
    `insert into backtests overriding user value select (jsonb_populate_record(null::backtests, to_jsonb(last) || jsonb_build_object(
     'id', regexp_replace(last.id, '.{8}$', 'waiting1'), 'state', 'queued', 'created_at', now(),
     'summary', null, 'error', null, 'started_at', null, 'finished_at', null))).*
   from (select * from backtests order by created_at desc limit 1) as last`,
  ),
);
const backtest = latest("backtests", "/backtests");

/** Of analyses, attributions and backtests. */
export const pressedWork: readonly Pressed[] = [
  {
    sends: "analyses.startSharing",
    as: "ada",
    before: sql("delete from analysis_shares"),
    path: (testApp) => testApp.analysis,
    open: ["Share"],
    button: "Create link",
    done: "Revoke link",
  },
  {
    sends: "analyses.stopSharing",
    as: "ada",
    path: (testApp) => testApp.analysis,
    open: ["Shared"],
    button: "Revoke link",
    done: "Link revoked",
  },
  {
    sends: "analyses.startAnalysis",
    as: "ada",
    path: at("/analyses/new"),
    typed: { Symbol: "DEMO", "As of": "2019-05-21" },
    button: "Start analysis",
    done: "Download",
  },
  {
    sends: "attributions.startAttribution",
    as: "ada",
    path: ({ analysis }) => analysis,
    button: /^Measure$/,
    done: /You can leave this page|Measure again/,
  },
  {
    sends: "attributions.stopAttribution",
    as: "ada",
    // As if nobody had come to it.
    before: afterWork(
      sql("update attributions set state = 'queued', result = null, started_at = null, finished_at = null"),
    ),
    path: ({ analysis }) => analysis,
    open: ["Cancel"],
    button: "Cancel measurement",
    done: "Measurement cancelled",
  },
  {
    sends: "analyses.rerunFrom",
    as: "ada",
    path: ({ analysis }) => analysis,
    button: "Rerun from here",
    done: "Download",
  },
  {
    sends: "analyses.stopAnalysis",
    as: "ada",
    before: afterWork(waiting),
    path: latest("analyses", "/analyses"),
    open: ["Cancel"],
    button: "Cancel the analysis",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "admin.cancelJob",
    as: "ada",
    before: afterWork(waiting),
    path: at("/admin/jobs"),
    open: [/^Cancel the analysis/],
    typed: { Reason: "press" },
    button: "Cancel analysis",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "backtests.estimateOrder",
    as: "ada",
    path: at("/backtests"),
    button: "From",
    again: changeFrom,
    done: "Decisions",
  },
  {
    sends: "backtests.uploadBacktestFile",
    as: "ada",
    path: at("/backtests"),
    file: ["result.json", join(root, "package.json")],
    ready: decisionsOf(/^\d+$/),
    button: "Upload result",
    done: /not a backtest result/,
  },
  {
    sends: "backtests.orderBacktest",
    as: "ada",
    path: at("/backtests"),
    typed: { Symbols: "DEMO", From: "2019-02-04", To: "2019-03-29" },
    ready: decisionsOf(/^8$/),
    button: "Start backtest",
    done: /Backtest of|DEMO/,
  },
  {
    sends: "validity.makeValidity",
    as: "ada",
    before: afterWork(() => Promise.resolve()),
    path: backtest,
    button: "Make validity report",
    done: /You can leave this page|What was tested/,
  },
  {
    sends: "backtests.stopBacktest",
    as: "ada",
    before: idle,
    path: backtest,
    open: ["Cancel"],
    button: "Cancel backtest",
    done: /^(Analysis|Backtest) of .* cancelled$/,
  },
  {
    sends: "backtests.removeBacktest",
    as: "ada",
    path: backtest,
    open: ["Delete"],
    button: "Delete backtest",
    done: /^Backtest of .* deleted$/,
  },
  { sends: "backtests.holdBacktest", as: "ada", before: idle, path: backtest, button: "Pause", done: /paused$/ },
  { sends: "backtests.continueBacktest", as: "ada", path: backtest, button: "Resume", done: /resumed$/ },
];

/** The estimate names so many. */
function decisionsOf(count: RegExp) {
  return (shown: Page): Promise<void> =>
    shown.locator("dl > div").filter({ hasText: "Decisions" }).getByText(count).waitFor();
}

/** Whatever is changed in the form asks again; what then failed is asked again by its button. */
async function changeFrom(shown: Page): Promise<void> {
  const again = shown.getByRole("button", { name: "Try again" });
  if (await again.isVisible()) return again.click();
  const from = shown.getByLabel("From");
  await from.fill((await from.inputValue()) === "2019-02-05" ? "2019-02-04" : "2019-02-05");
}
