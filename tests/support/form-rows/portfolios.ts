import { join } from "node:path";
import { at, said, web, type FormRow, type FormSetup } from "./row.ts";

export function portfolioRows({ ada, database, pages }: FormSetup): FormRow[] {
  const one = pages.get("/portfolios/[id]") ?? "";
  const page = "web/app/(app)/portfolios/[id]/page.tsx";
  const file = join(import.meta.dirname, "portfolio.csv");
  return [
    {
      name: "new portfolio",
      file: `${web}portfolios/portfolio-forms.tsx`,
      button: "Save portfolio",
      typed: ["Lots", "Name"],
      guest: async (round) => ({
        browser: ada,
        path: "/portfolios",
        values: { Name: `portfolio ${round}`, Lots: "DEMO 7 55.20 2017-03-01" },
        count: { sql: "select count(*) as n from portfolios", values: [] },
      }),
      worked: at(/\/portfolios\/pf_\w+$/),
    },
    {
      name: "a broker's file",
      file: `${web}portfolios/portfolio-forms.tsx`,
      button: "Read file",
      typed: [],
      files: { "Choose a file": file },
      guest: async () => ({ browser: ada, path: "/portfolios", values: {} }),
      worked: (shown) => shown.getByText("1 lot read into the field below").waitFor(),
    },
    {
      name: "portfolio",
      file: page,
      button: /^Save$/,
      typed: ["Name"],
      guest: async (round) => ({ browser: ada, path: one, values: { Name: `renamed ${round}` } }),
      worked: said(/^renamed (?:held|kept|off)$/),
      workedByScript: said(/^Saved$/),
    },
    {
      name: "alerts on a portfolio",
      file: "web/app/(app)/settings/notifications/page.tsx",
      button: "Save portfolio alerts",
      typed: ["Moves in a day, %"],
      ticked: ["A rating turns down"],
      guest: async () => {
        // Each portfolio has a form of its own there.
        await database.db.pool.query("delete from portfolios where id <> $1", [/pf_\w+/.exec(one)?.[0]]);
        return { browser: ada, path: "/settings/notifications", values: { "Moves in a day, %": "4" }, open: ["4"] };
      },
      worked: said(/^Saved$/),
    },
    {
      name: "analyses of a portfolio",
      file: page,
      button: "Analyse my holdings",
      typed: ["Budget, US dollars"],
      guest: async () => {
        await database.db.pool.query("update jobs set state = 'cancelled', finished_at = now() where kind = 'batch'");
        return {
          browser: ada,
          path: one,
          values: { "Budget, US dollars": "3.50" },
          count: { sql: "select count(*) as n from jobs where kind = 'batch'", values: [] },
        };
      },
      worked: at(/\/analyses$/),
    },
  ];
}
