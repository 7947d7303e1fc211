import type { InstrumentKind, KnownKind } from "#src/contract/signals/instruments.ts";
import { isForeign, namesDepositary } from "../fundamentals/traded-unit.ts";
import type { FilingFact, Instrument } from "../market-data.ts";

const fund = /\b(?:ETFs?|ETNs?|ETPs?|exchange[- ]traded (?:fund|note|product))\b/i;

const plain: Readonly<Partial<Record<Instrument["assetType"], InstrumentKind>>> = {
  crypto: "coin",
  index: "index",
  currency: "currency",
};

/** @param facts ascending by `filed`; none where nobody looked */
export function kindOf(
  { assetType, kind, name, calendar }: Pick<Instrument, "assetType" | "kind" | "name" | "calendar">,
  facts: readonly Pick<FilingFact, "form">[] = [],
): KnownKind {
  const other = plain[assetType];
  if (other !== undefined) return { name: other, reason: "as its source says" };
  if (kind !== undefined) return { name: kind, reason: "as its source says" };
  if (fund.test(name)) return { name: "etf", reason: "by its name" };
  if (namesDepositary(name)) return { name: "adr", reason: "by its name" };
  const annual = facts.findLast(({ form }) => /^(?:10-K|20-F|40-F)/.test(form))?.form ?? null;
  if (calendar === "XNYS" && annual !== null && annual.startsWith("40-F"))
    return { name: "stock", reason: "a Canadian company's own share: it files Form 40-F" };
  if (calendar === "XNYS" && isForeign(facts))
    return { name: "stock", reason: "of a foreign company (Form 20-F), or its depositary receipt" };
  return { name: "stock", reason: "as its source says" };
}
