import type { Instrument } from "../market-data.ts";

const legalForm =
  /(?:,?\s+|\s*&\s*)(?:\(the\)|inc|incorporated|corp|corporation|co|company|ltd|limited|llc|l\.?p|plc|n\.?v|s\.?a|s\.?e|a\.?g|s\.?p\.?a|ab|asa|oyj|kgaa|class [a-c]|common stock|ordinary shares|adr)\.?$/i;

/** As newspapers write it, without legal form or quote currency; else the ticker. */
export function plainName(instrument: Instrument): string {
  const { name, symbol } = instrument;
  if (name.trim() === "" || name === symbol || name.includes("/")) return ticker(instrument);
  if (instrument.assetType === "crypto") return name.replace(/\s+(?:USD[TC]?|EUR|GBP)$/i, "").trim();
  let plain = name.trim().replace(/^the\s+/i, "");
  while (legalForm.test(plain)) plain = plain.replace(legalForm, "").trim();
  return plain;
}

/** `BTC` for `BTC-USD`; a stock's symbol unchanged. */
export function ticker(instrument: Instrument): string {
  return instrument.assetType === "crypto" ? (instrument.symbol.split("-")[0] ?? instrument.symbol) : instrument.symbol;
}

/** As most vendors write classes: `BRK.B`. */
export function dottedSymbol(instrument: Instrument): string {
  return instrument.symbol.replace(/-([A-Z])$/, ".$1");
}
