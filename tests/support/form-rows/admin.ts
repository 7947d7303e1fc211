import { said, web, type FormRow, type FormSetup } from "./row.ts";

export function adminRows({ ada, pages, database }: FormSetup): FormRow[] {
  const account = async (round: string): Promise<string> => {
    // What changes something asks for a second factor.
    await database.db.pool.query("update users set two_factor_enabled = true where role = 'admin'");
    const { rows } = await database.db.pool.query<{ id: string }>("select id from users where email = $1", [
      `signs.in.${round}@example.org`,
    ]);
    return `/admin/accounts/${rows[0]?.id ?? "none"}`;
  };
  const actionRow = (
    name: string,
    button: string,
    typed: Readonly<Record<string, string>>,
    worked: string,
  ): FormRow => ({
    name,
    file: `${web}account/admin-forms.tsx`,
    button,
    typed: [...Object.keys(typed), "Reason"],
    guest: async (round) => ({
      browser: ada,
      path: await account(round),
      values: { ...typed, Reason: `${name} because of ${round}` },
      open: Object.values(typed),
      count: {
        sql: "select count(*) as n from admin_actions where reason = $1",
        values: [`${name} because of ${round}`],
      },
    }),
    worked: said(worked),
  });
  return [
    actionRow("give balance", "Add balance", { "Amount in dollars": "7.25" }, "The balance is"),
    actionRow("give a plan", "Grant plan", { Days: "9" }, "The plan is active"),
    {
      ...actionRow("change the role", "Make administrator", {}, "change the role because of"),
      workedByScript: said("Role changed"),
    },
    {
      name: "take back a request",
      file: "web/app/(app)/admin/page.tsx",
      button: "Withdraw",
      typed: [],
      guest: async (round) => {
        await account(round);
        const id = `req_${round}`;
        const what = `gave $600.00 in the round ${round}`;
        await database.db.pool.query(
          `insert into admin_requests (id, asked_by, account, work, what, reason, amount, created_at, expires_at)
           select $1, id, id, jsonb_build_object('action', 'grant_balance', 'account', id, 'amountMinor', 60000), $2, 'a large claim', 60000, now(), now() + interval '1 day'
           from users where role = 'admin' order by created_at limit 1`,
          [id, what],
        );
        return {
          browser: ada,
          path: "/admin",
          values: { what },
          open: [what],
          count: {
            sql: "select count(*) as n from admin_requests where id = $1 and state = 'declined'",
            values: [id],
          },
        };
      },
      worked: (page, { values }) => page.getByText(values["what"] ?? "").waitFor({ state: "detached" }),
    },
    {
      name: "take a deposit back",
      file: `${web}deposits/review-forms.tsx`,
      button: "Reverse deposit",
      typed: ["Reason", "Deposit"],
      guest: async (round) => ({
        browser: ada,
        path: "/admin/deposits",
        values: { Deposit: `dep_none_${round}`, Reason: `nothing of ${round}` },
      }),
      worked: async (page, { values }) => {
        await page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
        await page.waitForFunction(
          (typed) => [...document.querySelectorAll("textarea")].some(({ value }) => value === typed),
          values["Reason"],
        );
      },
    },
    {
      name: "resolve a review",
      file: `${web}deposits/review-forms.tsx`,
      button: "Resolve",
      typed: ["Reason"],
      ticked: ["Reject"],
      guest: async () => ({
        browser: ada,
        path: pages.get("/admin/deposits/[id]") ?? "",
        values: { Reason: "no" },
        open: ["no"],
      }),
      // Too short a reason: the review stays for the next round.
      worked: async (page) => {
        await page.getByText("Enter a reason").waitFor();
        if (!(await page.getByLabel("Reject").isChecked())) throw new Error("the choice is gone");
      },
    },
  ];
}
