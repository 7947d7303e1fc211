import { userInfo } from "node:os";
import { Plan } from "#src/contract/accounts/plans.ts";
import { formatUsd, parseUsd } from "#src/contract/accounts/money.ts";
import type { Database } from "#src/core/db/database.ts";
import { listAccounts, type ListedAccount } from "#src/product/accounts/queries/accounts.ts";
import { toIso } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { changeRole, giveBalance, givePlan } from "#src/product/admin/account-orders.ts";
import type { Cli } from "../cli.ts";
import { noReason, withDatabase } from "../service/with-database.ts";
import { say, jsonLine } from "../terminal.ts";

/** The flags as they came, all text. */
export interface AccountFlags {
  readonly reason?: string;
  readonly days?: string;
  readonly remove?: boolean;
  readonly json?: boolean;
}

type Needs = Pick<Cli, "settings" | "clock" | "out" | "err">;

export async function accountsList(cli: Needs, flags: AccountFlags): Promise<void> {
  const accounts = await withDatabase(cli, ({ db }) => listAccounts(db.sql, null));
  if (flags.json === true) {
    const listed = accounts.map(({ planUntil, createdAt, ...account }) => ({
      ...account,
      planUntil: planUntil === null ? null : toIso(planUntil),
      createdAt: toIso(createdAt),
    }));
    cli.out.write(jsonLine({ accounts: listed }));
    return;
  }
  if (accounts.length === 0) say(cli.err, "conclave: there are no accounts");
  for (const { id, email, role, plan, planUntil, balanceMinor } of accounts) {
    const until = planUntil === null ? plan : `${plan} until ${toIso(planUntil)}`;
    const admin = role === "admin" ? "admin" : "";
    say(cli.out, [id, email ?? "-", until, formatUsd(balanceMinor), admin].join("  "));
  }
}

/** @param who an e-mail address or an id; @param amount dollars */
export async function accountsGrant(cli: Needs, who: string, amount: string, flags: AccountFlags): Promise<void> {
  const read = parseUsd(amount);
  if (!read.ok) throw new InvalidInput(`the amount ${read.reason}`);
  const { reason } = flags;
  if (reason === undefined) throw new InvalidInput("--reason is required; it appears in the customer's statement");
  const balanceMinor = await withDatabase(cli, async (ctx) => {
    const { id: account } = await find(ctx.db, who);
    const by = { operator: userInfo().username };
    return giveBalance({ ...ctx, by }, { account, amountMinor: read.minor, reason });
  });
  if (flags.json === true) cli.out.write(jsonLine({ balanceMinor }));
  else say(cli.err, `${who} received ${formatUsd(read.minor)}; the balance is now ${formatUsd(balanceMinor)}`);
}

/** @param who an e-mail address or an id */
export async function accountsPlan(cli: Needs, who: string, plan: string, flags: AccountFlags): Promise<void> {
  const wanted = Plan.safeParse(plan);
  if (!wanted.success) throw new InvalidInput(`the plan must be one of ${Plan.options.join(", ")}`);
  const days = flags.days === undefined ? null : /^\d{1,4}$/.test(flags.days) ? Number(flags.days) : 0;
  const until = await withDatabase(cli, async (ctx) => {
    const { id: account } = await find(ctx.db, who);
    const by = { operator: userInfo().username };
    const reason = flags.reason ?? noReason;
    return givePlan({ ...ctx, by }, { account, plan: wanted.data, days, reason });
  });
  if (flags.json === true) cli.out.write(jsonLine({ plan, planUntil: until === null ? null : toIso(until) }));
  else say(cli.err, `${who} is on ${plan} ${until === null ? "without an end date" : `until ${toIso(until)}`}`);
}

/** @param who an email address or an id */
export async function accountsAdmin(cli: Needs, who: string, flags: AccountFlags): Promise<void> {
  const role = flags.remove === true ? "user" : "admin";
  await withDatabase(cli, async (ctx) => {
    const { id: account, email } = await find(ctx.db, who);
    if (email === null) throw new NotFound(`${who} is an account for API keys only and cannot sign in`);
    const by = { operator: userInfo().username };
    await changeRole({ ...ctx, by }, { account, role, reason: flags.reason ?? noReason });
  });
  if (flags.json === true) cli.out.write(jsonLine({ role }));
  else say(cli.err, `${who} is ${role === "admin" ? "an admin" : "no longer an admin"}`);
}

async function find(db: Database, who: string): Promise<ListedAccount> {
  const [found] = await listAccounts(db.sql, who);
  if (found === undefined) throw new NotFound(`there is no account ${who}`);
  return found;
}
