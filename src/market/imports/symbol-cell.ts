import type { AssetType } from "#src/contract/jobs/analysis.ts";
import { fiatCurrencies, suffixes } from "../calendar/exchanges.ts";
import { fromOtherSpelling } from "../symbols/other-spellings.ts";
import { parseSymbol, type ParsedSymbol } from "../symbols/symbols.ts";
import { isTotal } from "./header-words.ts";

/** The row's other details of its instrument; empty where there are none. */
export interface Beside {
  readonly exchange: string;
  readonly currency: string;
}

export type CellReading =
  | { readonly ok: true; readonly symbol: string; readonly assetType: AssetType; readonly doubt: string | null }
  | { readonly ok: false; readonly reason: string };

const other = "not a stock, fund or coin on a supported exchange";

/**
 * The instrument that a cell names, with a doubt where it may be another.
 * @param usual the type where the cell does not say
 */
export function readSymbolCell(cell: string, usual: AssetType, beside: Beside = nothing): CellReading {
  const written = withoutWrapping(cell);
  const refuse = (reason: string): CellReading => ({ ok: false, reason });
  if (written === "" || /^[-–—]+$|^n\/?a$/i.test(written)) return refuse("no symbol");
  if (isTotal(written)) return refuse("a total");
  if (isIsin(written)) return refuse("an ISIN, not a ticker symbol");
  if (/\p{Lu}\p{Ll}{2}/u.test(written) && !/ (?:equity|index|corp)$/i.test(written))
    return refuse("a name, not a symbol");
  const found = spelled(written, usual, beside.exchange);
  if (found === null)
    return refuse(
      /^[-+\d.,' ]+$/.test(written) ? "a number" : /^\w+:/.test(written) ? other : "not a symbol that can be read",
    );
  const assetType = found.assetType === "crypto" ? "crypto" : "stock";
  return { ok: true, symbol: found.symbol, assetType, doubt: doubtOf(found, beside.currency) };
}

const nothing: Beside = { exchange: "", currency: "" };

function spelled(written: string, usual: AssetType, exchange: string): ParsedSymbol | null {
  const type = usual === "crypto" ? usual : undefined;
  const listed = exchange === "" || written.includes(":") ? null : fromOtherSpelling(`${exchange}:${written}`);
  if (listed !== null) return listed;
  const parsed = parseSymbol(written, type);
  // New York symbols have no digits, and at most five letters except for share classes.
  if (parsed.ok && !/^(?:\w{6,}|[A-Z]*\d\w*)$/i.test(written)) return parsed.symbol;
  const respelled = fromOtherSpelling(written, type);
  return respelled ?? (parsed.ok && !/^\d+$/.test(written) ? parsed.symbol : null);
}

/** Excel's `="600519"` and `'600519`, Fidelity's `SPAXX**`, DEGIRO's `AEHR | US00760J1088`. */
function withoutWrapping(cell: string): string {
  const bare = cell
    .trim()
    .replace(/^=?"(.*)"$/, "$1")
    .replace(/^'+|[*']+$/g, "");
  const parts = bare.split("|").map((part) => part.trim());
  return parts.find((part) => part !== "" && !isIsin(part)) ?? bare.trim();
}

/** ISO 6166: two letters, nine letters or digits, a check digit. */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false;
  const digits = [...text].map((sign) => Number.parseInt(sign, 36)).join("");
  const sum = [...digits].toReversed().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 0 ? 1 : 2);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

/** A listing in another currency than the row says is probably another one. */
function doubtOf({ symbol, assetType, currency }: ParsedSymbol, said: string): string | null {
  const paid = said.toUpperCase();
  if (assetType === "crypto" || currency === null || !/^[A-Z]{3}$/.test(paid) || paid === currency) return null;
  const unit = paid === "GBX" || paid === "GBP" ? null : paid;
  const homes = suffixes.filter((one) => one.currency === unit && (unit !== null || one.suffix === "L"));
  if (homes.length === 0 && !fiatCurrencies.includes(paid)) return null;
  const stem = symbol.replace(/\.[A-Z]+$/, "");
  const examples = homes.slice(0, 2).map(({ suffix }) => `${stem}.${suffix}`);
  const elsewhere = examples.length === 0 ? "" : `; another listing would be ${examples.join(" or ")}`;
  return `the file has it in ${paid}, and ${symbol} trades in ${currency}${elsewhere}`;
}
