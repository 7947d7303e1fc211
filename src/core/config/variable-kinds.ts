import { z } from "zod";

/** People copy the method's path along with the address. */
const asked = /\/(?:chat\/completions|completions|responses|messages|embeddings|models|api\/(?:chat|generate|tags))$/i;

/** Without spaces, quotes, fragment, doubled slashes or a method. No address stays as it is. */
export function modelAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^(["'<])(.*)(["'>])$/, "$2")
    .trim()
    // Nothing of this machine has a certificate.
    .replace(/^(?=(?:localhost|127\.[\d.]+|\[::1\]|host\.docker\.internal)(?::\d+)?(?:\/|$))/i, "http://");
  const [, origin, rest = ""] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?[^#]*)?(?:#.*)?$/i.exec(bare) ?? [];
  if (origin === undefined) return bare;
  const query = /\?[^#]*/.exec(bare)?.[0] ?? "";
  const path = rest
    .replace(/\s+/g, "")
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "")
    .replace(asked, "")
    .replace(/\/(v\d+(?:beta)?)\/\1$/, "/$1");
  return `${origin}${path}${query}`;
}

/**
 * `null` where it already has a version.
 * @param usualPath such as `/v1`
 */
export function likelyAddress(address: string, usualPath = "/v1"): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  if (/\/v\d/.test(pathname)) return null;
  const path = pathname.replace(/\/(?:api)?$/, "");
  return `${origin}${path === "" ? usualPath : `${path}/v1`}`;
}

export const text = z.string().optional();
export const providerName = z.string().toLowerCase().optional();
export const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
export const modelUrl = z.string().transform(modelAddress).pipe(url);
export const origin = url
  .regex(/^[a-z]+:\/\/[^/?#@]+\/?$/i, "must be an address without a path")
  .transform((address) => new URL(address).origin);
export const contact = z.union(
  [z.email().transform((address) => `mailto:${address}`), z.url({ protocol: /^https$/ }).regex(/^\S+$/)],
  "must be an email or https address",
);
export const usd = z.string().regex(/^\d+(\.\d+)?$/, "must be an amount in dollars, such as 0.50");
export const switchOn = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "1", "0"], "must be true or false"))
  .transform((word) => word === "true" || word === "1");

/** `Number` would read "0x10" and " " too. */
export function whole(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule));
}

export function seconds(max: number) {
  const rule = `must be a number of seconds above 0, at most ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d+)?$/, rule)
    .transform(Number)
    .pipe(z.number().positive(rule).max(max, rule));
}

/** The one in force, then earlier ones, separated by commas. One alone stays as it is. */
export function secrets(least: number) {
  return z
    .string()
    .transform((list) => (list.includes(",") ? list.split(",").map((one) => one.trim()) : [list]))
    .pipe(z.array(z.string().min(least, `must have at least ${least} characters, and earlier secrets after commas`)));
}

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
