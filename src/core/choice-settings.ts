import { z } from "zod";
import { modelUrl, usd } from "./variable-kinds.ts";

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
const vendorKinds = ["bars", "actions", "filings", "news", "social", "macro", "funding", "events"] as const;
export type VendorKind = (typeof vendorKinds)[number];

const prices = z.record(z.string(), z.strictObject({ input: usd, cached_input: usd.optional(), output: usd }));

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

/** `{"my-model": {"input": "0.50", "output": "1.50"}}`, in dollars per million tokens. */
export function readPrices(json: string, context: z.RefinementCtx): z.infer<typeof prices> {
  try {
    const read = prices.safeParse(JSON.parse(json));
    if (read.success) return read.data;
  } catch {
    // The message is given below, also for JSON of another shape.
  }
  context.addIssue(
    'must be JSON such as {"my-model": {"input": "0.50", "output": "1.50"}}, in dollars per million tokens',
  );
  return {};
}

/** `{"my-model": "2025-03-31"}`, the last day of a model's training data. */
export function readCutoffs(json: string, context: z.RefinementCtx): Readonly<Record<string, string>> {
  try {
    const read = z.record(z.string(), z.iso.date()).safeParse(JSON.parse(json));
    if (read.success) return read.data;
  } catch {
    // The message is given below, also for JSON of another shape.
  }
  context.addIssue('must be JSON such as {"my-model": "2025-03-31"}');
  return {};
}

/** `{"openai": "https://gateway.example/openai/v1"}`. The names are checked where providers are known. */
export function readAddresses(json: string, context: z.RefinementCtx): Readonly<Record<string, string>> {
  try {
    const read = z.record(z.string(), modelUrl).safeParse(JSON.parse(json));
    if (read.success) return read.data;
  } catch {
    // The message is given below, also for JSON of another shape.
  }
  context.addIssue('must be JSON such as {"openai": "https://gateway.example/openai/v1"}');
  return {};
}
