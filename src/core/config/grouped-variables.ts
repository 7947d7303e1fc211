import { z } from "zod";
import { secrets, text, usd } from "./variable-kinds.ts";

/** The names are repeated as data, since platform imports nothing of ours. */
const vendorNames = [
  "archive",
  "yahoo",
  "edgar",
  "fred",
  "gdelt",
  "alpha-vantage",
  "finnhub",
  "ccxt",
  "stocktwits",
  "reddit",
] as const;
export type VendorName = (typeof vendorNames)[number];
const vendorKinds = [
  "bars",
  "actions",
  "filings",
  "news",
  "social",
  "macro",
  "funding",
  "events",
  "insiders",
  "institutions",
] as const;
export type VendorKind = (typeof vendorKinds)[number];

const price = z.strictObject({
  input: usd,
  cached_input: usd.optional(),
  output: usd,
  cutoff: z.iso.date().optional(),
});
const models = z.record(z.string(), z.union([price, z.strictObject({ cutoff: z.iso.date() })]));

/** `bars=yahoo;news=finnhub,gdelt`: each kind once, each vendor once in a kind. */
export function readVendors(
  list: string,
  context: z.RefinementCtx,
): Partial<Record<VendorKind, readonly VendorName[]>> {
  const chains: Partial<Record<VendorKind, readonly VendorName[]>> = {};
  for (const part of list.split(";")) {
    const [kindText = "", namesText = "", ...rest] = part.split("=").map((piece) => piece.trim());
    const kind = vendorKinds.find((one) => one === kindText);
    const names = namesText.split(",").map((name) => vendorNames.find((one) => one === name.trim()));
    const known = names.filter((name) => name !== undefined);
    const odd = kind === undefined || kind in chains || rest.length > 0;
    if (odd || known.length < names.length || new Set(known).size < known.length) {
      context.addIssue(
        `must be like bars=yahoo;news=finnhub,gdelt with kinds ${vendorKinds.join(", ")} and vendors ${vendorNames.join(", ")}, each at most once`,
      );
      return chains;
    }
    chains[kind] = known;
  }
  return chains;
}

/** `{"my-model": {"input": "0.50", "output": "1.50", "cutoff": "2025-03-31"}}`, in dollars per million tokens. */
export function readModels(json: string, context: z.RefinementCtx): z.infer<typeof models> {
  try {
    const read = models.safeParse(JSON.parse(json));
    if (read.success) return read.data;
  } catch {
    // The message is given below, also for JSON of another shape.
  }
  context.addIssue(
    'must be JSON such as {"my-model": {"input": "0.50", "output": "1.50", "cutoff": "2025-03-31"}}, in dollars per million tokens',
  );
  return {};
}

/**
 * `name=value,name=value`, each name once.
 * @param lone one value may stand without a name; it is kept under ""
 */
export function readNamed(
  list: string,
  names: readonly string[],
  context: z.RefinementCtx,
  lone = false,
): Record<string, string> {
  const parts = list.split(",").flatMap((part) => part.trim() || []);
  const pairs = parts.map((part): readonly [string, string] => {
    // A key may end in = itself.
    const [, name = "", value = part] = /^\s*([a-z-]+)\s*=\s*([^=\s].*)$/s.exec(part) ?? [];
    return [name, value];
  });
  const given = pairs.map(([name]) => name);
  if (!given.every((name) => names.includes(name) || (lone && name === "")) || new Set(given).size < given.length)
    context.addIssue(`must be like ${names[0]}=…,${names[1]}=… with ${names.join(", ")}, each at most once`);
  return Object.fromEntries(pairs);
}

const store = /^(https?:\/\/.+?)\/stores\/([^/?#]+)\/?$/i;

/** The variables of payment processors, by their names. */
export const paymentVariables = {
  /** KEY, or https://KEY@HOST for another host than its own, such as its sandbox. */
  NOWPAYMENTS_API_KEY: text,
  NOWPAYMENTS_IPN_SECRET: secrets(16).default([]),
  NOWPAYMENTS_OUTCOME_CURRENCIES: z
    .string()
    .regex(/^[a-z0-9]+(?:[\s,]+[a-z0-9]+)*$/i, "must be currencies such as usdttrc20, separated by commas")
    .transform((list) => list.toLowerCase().split(/[\s,]+/))
    .optional(),
  BTCPAY_URL: z
    .string()
    .regex(store, "must be the store's address, such as https://pay.example/stores/STORE_ID")
    .optional(),
  BTCPAY_API_KEY: text,
  BTCPAY_WEBHOOK_SECRET: secrets(16).default([]),
};

type Variables = z.infer<z.ZodObject<typeof paymentVariables>>;

/** Holds secrets; the code that keeps it makes it unprintable. */
export function paymentsOf(data: Variables) {
  const [, btcpayUrl, storeId] = store.exec(data.BTCPAY_URL ?? "") ?? [];
  return {
    nowpayments: {
      ...nowPaymentsOf(data.NOWPAYMENTS_API_KEY ?? null),
      secrets: secretsOf(data.NOWPAYMENTS_IPN_SECRET),
      /** `null`: in whatever it pays us. */
      outcomeCurrencies: data.NOWPAYMENTS_OUTCOME_CURRENCIES ?? null,
    },
    btcpay: {
      url: btcpayUrl ?? null,
      storeId: storeId ?? null,
      apiKey: data.BTCPAY_API_KEY ?? null,
      secrets: secretsOf(data.BTCPAY_WEBHOOK_SECRET),
    },
  };
}

function nowPaymentsOf(given: string | null): { readonly apiKey: string | null; readonly url: string } {
  const [, scheme = "https", apiKey = given, host = "api.nowpayments.io"] =
    /^(https?):\/\/([^@/]+)@([^/?#]+)\/?$/i.exec(given ?? "") ?? [];
  return { apiKey, url: `${scheme}://${host}` };
}

/** `null`: none. */
function secretsOf([current, previous]: readonly string[]): { current: string; previous: string | null } | null {
  return current === undefined ? null : { current, previous: previous ?? null };
}
