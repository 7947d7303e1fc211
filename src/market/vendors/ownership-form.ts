import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { isRealDate } from "#src/core/clock.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { cleanText } from "../door/news.ts";
import type { InsiderTrade } from "../market-data.ts";

/* Form 4 as XML, which filers write: https://www.sec.gov/submit-filings/technical-specifications (ownership). */

/** Far above any real one. */
const mostCharacters = 1_000_000;
const mostName = 60;

const decimal = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,10})?$/, "must be a number")
  .transform(Number);
const word = z.string().transform((text) => shorten(cleanText(text), mostName));
const flag = z
  .string()
  .transform((text) => text === "1" || text.toLowerCase() === "true")
  .optional();

const Trade = z.object({
  transactionDate: z.object({
    value: z
      .string()
      .transform((text) => text.slice(0, 10))
      .refine(isRealDate, "must be a day"),
  }),
  transactionCoding: z.object({ transactionCode: z.string().regex(/^[A-Z]$/) }),
  transactionAmounts: z.object({
    transactionShares: z.object({ value: decimal }),
    // Only a footnote where nothing was paid.
    transactionPricePerShare: z.object({ value: decimal.optional() }).or(z.literal("")).optional(),
    transactionAcquiredDisposedCode: z.object({ value: z.enum(["A", "D"]) }),
  }),
});

const Owner = z.object({
  reportingOwnerId: z.object({ rptOwnerName: word }),
  reportingOwnerRelationship: z
    .object({ isDirector: flag, isOfficer: flag, isTenPercentOwner: flag, officerTitle: word.optional() })
    .or(z.literal(""))
    .optional(),
});
type Owner = z.infer<typeof Owner>;

const Form = z.object({
  ownershipDocument: z.object({
    issuer: z.object({ issuerCik: z.string().regex(/^\d{1,10}$/) }),
    reportingOwner: z.array(Owner).min(1),
    nonDerivativeTable: z
      .object({ nonDerivativeTransaction: z.array(Trade).optional() })
      .or(z.literal(""))
      .optional(),
  }),
});

export type OwnershipTrade = Pick<InsiderTrade, "owner" | "role" | "date" | "code" | "acquired" | "shares" | "price">;

export type OwnershipReading =
  | { readonly ok: true; readonly issuerCik: string; readonly trades: readonly OwnershipTrade[] }
  | { readonly ok: false; readonly reason: string };

const repeated = new Set(["reportingOwner", "nonDerivativeTransaction"]);
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => repeated.has(name),
});

/** Trades in shares; options and the like are left out. Never throws. */
export function readOwnershipForm(xml: string): OwnershipReading {
  const no = (reason: string): OwnershipReading => ({ ok: false, reason });
  if (xml.length > mostCharacters) return no("it is too long");
  // Nothing of a filer's own making is expanded.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return no("it declares entities");
  let read: unknown;
  try {
    if (XMLValidator.validate(xml) !== true) return no("it is not XML");
    read = parser.parse(xml);
  } catch {
    return no("it is not XML that can be read");
  }
  const form = Form.safeParse(read);
  if (!form.success) {
    const [issue] = form.error.issues;
    return no(`it has another shape at ${issue?.path.join(".") ?? "its root"}`);
  }
  const { issuer, reportingOwner: owners, nonDerivativeTable: table } = form.data.ownershipDocument;
  const [first] = owners;
  if (first === undefined) return no("it names nobody");
  const rows = table === undefined || table === "" ? [] : (table.nonDerivativeTransaction ?? []);
  const who = { owner: first.reportingOwnerId.rptOwnerName, role: roleOf(first) };
  return { ok: true, issuerCik: issuer.issuerCik.padStart(10, "0"), trades: rows.flatMap((row) => tradeOf(row, who)) };
}

function tradeOf(row: z.infer<typeof Trade>, who: Pick<OwnershipTrade, "owner" | "role">): OwnershipTrade[] {
  const {
    transactionShares,
    transactionPricePerShare: price,
    transactionAcquiredDisposedCode,
  } = row.transactionAmounts;
  if (transactionShares.value === 0) return [];
  return [
    {
      ...who,
      date: row.transactionDate.value,
      code: row.transactionCoding.transactionCode,
      acquired: transactionAcquiredDisposedCode.value === "A",
      shares: transactionShares.value,
      price: price === undefined || price === "" ? null : (price.value ?? null),
    },
  ];
}

function roleOf({ reportingOwnerRelationship: is }: Owner): string {
  if (is === undefined || is === "") return "insider";
  const roles = [
    ...(is.isOfficer === true ? [is.officerTitle || "officer"] : []),
    ...(is.isDirector === true ? ["director"] : []),
    ...(is.isTenPercentOwner === true ? ["owner of 10% or more"] : []),
  ];
  return roles.length === 0 ? "insider" : roles.join(", ");
}
