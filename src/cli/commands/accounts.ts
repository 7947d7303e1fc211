import { userInfo } from "node:os";
import { z } from "zod";
import { Plan, Scope, plans } from "#src/contract/accounts/plans.ts";
import { formatUsd, parseUsd } from "#src/contract/accounts/money.ts";
import type { Database } from "#src/core/db/database.ts";
import { type ListedAccount, listAccounts } from "#src/product/accounts/queries/users.ts";
import { toIso } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { changeRole, giveBalance, givePlan } from "#src/product/admin/account-orders.ts";
import { createKey, listKeys, revokeKey } from "#src/product/keys/keys.ts";
import type { Cli } from "../cli.ts";
import { asOperator, noReason, withDatabase } from "../service/with-database.ts";
import { jsonLine, say } from "../terminal.ts";

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

/** The flags as they came, all text. */
export interface KeyFlags {
  readonly owner?: string;
  readonly plan?: string;
  readonly label?: string;
  readonly scope?: readonly string[];
  readonly test?: boolean;
  readonly json?: boolean;
}

const Owner = z.string().regex(/^\S{1,64}$/, "must be 1 to 64 characters without spaces");
const Label = z.string().max(100, "must be at most 100 characters");

/** The key alone on standard output, this once. */
export async function keysCreate(cli: Needs, flags: KeyFlags): Promise<void> {
  const owner = readFlag("--owner", Owner, flags.owner);
  const plan = readFlag("--plan", oneOf(Plan), flags.plan);
  const label = readFlag("--label", Label, flags.label ?? "");
  const scopes =
    flags.scope === undefined
      ? Scope.options
      : [...new Set(flags.scope.map((scope) => readFlag("--scope", oneOf(Scope), scope)))];
  const livemode = flags.test !== true;
  const created = await withDatabase(cli, (ctx) =>
    asOperator(
      ctx,
      (within) => createKey(within, { owner, plan, label, scopes, livemode }),
      ({ id, prefix }) => ({
        account: owner,
        action: "create_key",
        what: `created key ${id} (${prefix}…), plan ${plan}`,
        reason: noReason,
        amountMinor: null,
      }),
    ),
  );
  if (livemode && !plans[plan].api)
    say(
      cli.err,
      `conclave: the ${plan} plan has no API access; the key is refused until ${owner} is on a plan with API access`,
    );
  if (flags.json === true) {
    cli.out.write(jsonLine({ ...created, owner, plan, label, scopes, livemode }));
    return;
  }
  say(
    cli.err,
    `created ${created.id} for ${owner} on the ${plan} plan, with ${scopes.join(", ")}. The key (shown only once):`,
  );
  say(cli.out, `${created.key}`);
}

export async function keysList(cli: Needs, flags: KeyFlags): Promise<void> {
  const owner = readFlag("--owner", Owner, flags.owner);
  const keys = await withDatabase(cli, (ctx) => listKeys(ctx, owner));
  if (flags.json === true) {
    cli.out.write(jsonLine({ keys }));
    return;
  }
  if (keys.length === 0) say(cli.err, `conclave: ${owner} has no keys`);
  for (const key of keys) {
    const mode = key.livemode ? "live" : "test";
    const used = key.last_used_at === null ? "never used" : `used ${key.last_used_at}`;
    const state = key.revoked_at === null ? used : `revoked ${key.revoked_at}`;
    say(cli.out, [key.id, `${key.prefix}…`, key.created_at, mode, state, key.scopes.join(","), key.label].join("  "));
  }
}

/** @param key an id, or the prefix that `keys list` shows */
export async function keysRevoke(cli: Needs, key: string, flags: KeyFlags): Promise<void> {
  const owner = readFlag("--owner", Owner, flags.owner);
  const named = key.replace(/…$/, "");
  await withDatabase(cli, (ctx) =>
    asOperator(
      ctx,
      (within) => revokeKey(within, { owner, idOrPrefix: named }),
      () => ({
        account: owner,
        action: "revoke_key",
        what: `revoked key ${named}`,
        reason: noReason,
        amountMinor: null,
      }),
    ),
  );
  say(cli.err, `${key} is revoked`);
}

function readFlag<T>(flag: string, schema: z.ZodType<T>, text: string | undefined): T {
  if (text === undefined) throw new InvalidInput(`${flag} is required`);
  const read = schema.safeParse(text);
  if (!read.success) throw new InvalidInput(`${flag}: ${read.error.issues[0]?.message ?? "is not valid"}`);
  return read.data;
}

function oneOf<T extends string>(allowed: z.ZodType<T> & { readonly options: readonly T[] }): z.ZodType<T> {
  return z.custom<T>((value) => allowed.safeParse(value).success, `must be one of ${allowed.options.join(", ")}`);
}
