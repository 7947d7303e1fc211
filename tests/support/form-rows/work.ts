import { join } from "node:path";
import { expect } from "vitest";
import type { FreshDatabase } from "../database.ts";
import { at, said, somebody, web, type FormRow, type FormSetup } from "./row.ts";

export function workRows(setup: FormSetup): FormRow[] {
  const { ada, database, pages } = setup;
  const analysis = pages.get("/analyses/[id]") ?? "";
  const days = ["held", "kept", "off"];
  const counted = (sql: string) => ({ sql, values: [] });
  return [
    {
      name: "new analysis",
      file: `${web}analysis/new-analysis-form.tsx`,
      button: "Start analysis",
      typed: ["As of", "Symbol"],
      guest: async (round) => {
        const date = `2019-05-0${6 + days.indexOf(round)}`;
        return {
          browser: ada,
          path: "/analyses/new",
          values: { Symbol: "DEMO", "As of": date },
          open: ["DEMO", date],
          count: counted(`select count(*) as n from analyses where request->>'trade_date' = '${date}'`),
        };
      },
      worked: at(/\/analyses\/ana_\w+$/),
      // The sources of the page know what was typed, too.
      noticed: (page) => page.getByText(/Historical run/).waitFor(),
    },
    {
      name: "new analysis on the dashboard",
      file: `${web}dashboard/quick-start.tsx`,
      button: /^Start$/,
      typed: ["As of", "Symbol"],
      guest: async (round) => {
        const date = `2019-05-1${3 + days.indexOf(round)}`;
        return {
          browser: ada,
          path: "/dashboard",
          values: { Symbol: "DEMO", "As of": date },
          open: ["DEMO", date],
          count: counted(`select count(*) as n from analyses where request->>'trade_date' = '${date}'`),
        };
      },
      worked: at(/\/analyses\/ana_\w+$/),
    },
    {
      name: "rerun from an agent",
      file: "web/app/(app)/analyses/[id]/page.tsx",
      button: "Rerun from here",
      typed: [],
      guest: async () => ({
        browser: ada,
        path: `${analysis}#rerun`,
        sentTo: analysis,
        values: {},
        // Analyses of a batch may start meanwhile.
        count: counted("select count(*) as n from analyses where setting ? 'rerun'"),
      }),
      worked: async (page) => {
        await expect.poll(() => page.url()).not.toContain(analysis);
      },
    },
    {
      name: "what a rating rests on",
      file: `${web}attribution/measure-attribution.tsx`,
      button: /^Measure/,
      typed: [],
      guest: async () => {
        // One at a time of an account, and one of an analysis.
        await database.db.pool.query("delete from jobs where kind = 'attribution'");
        return {
          browser: ada,
          path: `${analysis}#measure`,
          sentTo: analysis,
          values: {},
          count: counted("select count(*) as n from jobs where kind = 'attribution'"),
        };
      },
      worked: said(/You can leave this page|Measure again what the rating rests on/),
    },
    {
      name: "example on the dashboard",
      file: `${web}dashboard/first-steps.tsx`,
      button: /Analyse DEMO/,
      typed: [],
      guest: async (round) => ({
        browser: await somebody(setup, `example-${round}@example.org`, true),
        path: "/dashboard",
        values: {},
        count: counted(
          `select count(*) as n from analyses where owner = (select id from users where email = 'example-${round}@example.org')`,
        ),
      }),
      worked: at(/\/analyses\/ana_\w+$/),
    },
    {
      name: "new backtest",
      file: `${web}backtests/new-backtest-form.tsx`,
      button: "Start backtest",
      typed: ["From", "To", "Symbols"],
      guest: async (round) => {
        const from = `2019-02-0${4 + days.indexOf(round)}`;
        // One runs at a time, and that of the round before takes its time on a busy machine.
        await expect.poll(() => openBacktests(database)).toBe(0);
        return {
          browser: ada,
          path: "/backtests",
          values: { Symbols: "DEMO", From: from, To: "2019-03-29" },
          open: ["DEMO", from, "2019-03-29"],
          count: counted("select count(*) as n from jobs where kind = 'backtest'"),
        };
      },
      worked: at(/\/backtests\/bt_\w+$/),
    },
    {
      name: "upload of a backtest",
      file: `${web}backtests/upload-form.tsx`,
      button: "Upload result",
      typed: [],
      files: { "result.json": join(import.meta.dirname, "../../../package.json") },
      guest: async () => ({ browser: ada, path: "/backtests", values: {} }),
      // It is none; that much is looked at.
      worked: (page) => page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor(),
    },
    {
      name: "validity of a backtest",
      file: `${web}validity/validity-part.tsx`,
      button: /^Make/,
      typed: [],
      guest: async () => {
        await database.db.pool.query("delete from jobs where kind = 'validity'");
        return {
          browser: ada,
          path: pages.get("/backtests/[id]") ?? "",
          values: {},
          count: counted("select count(*) as n from jobs where kind = 'validity'"),
        };
      },
      worked: said(/You can leave this page|What was tested/),
    },
    {
      name: "deposit",
      file: `${web}deposits/open-deposit-form.tsx`,
      button: "Show address",
      typed: ["Amount in US dollars"],
      guest: async (round) => ({
        browser: ada,
        // The form waits for the processors, and what comes later needs a script to be put in its place.
        path: round === "off" ? "/deposits?whole=1" : "/deposits",
        values: { "Amount in US dollars": `${71 + days.indexOf(round)}.25` },
        count: counted("select count(*) as n from deposits"),
      }),
      worked: at(/\/deposits\/dep_\w+$/),
    },
  ];
}

async function openBacktests({ db }: FreshDatabase): Promise<number> {
  const { rowCount } = await db.pool.query(
    "select from jobs where kind = 'backtest' and state in ('queued', 'running')",
  );
  return rowCount ?? 0;
}
