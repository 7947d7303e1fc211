import { z } from "zod";
import { Plan, plans, Scope } from "#src/contract/accounts/plans.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { createKey, listKeys, revokeKey } from "#src/product/keys/keys.ts";
import type { Cli } from "../cli.ts";
import { asOperator, noReason, withDatabase } from "../service/with-database.ts";
import { say, jsonLine } from "../terminal.ts";

/** The flags as they came, all text. */
export interface KeyFlags {
  readonly owner?: string;
  readonly plan?: string;
  readonly label?: string;
  readonly scope?: readonly string[];
  readonly test?: boolean;
  readonly json?: boolean;
}

type Needs = Pick<Cli, "settings" | "clock" | "out" | "err">;

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
