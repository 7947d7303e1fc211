import type { InsiderTrade, Measure } from "../market-data.ts";

/** Codes of Form 4 for what was bought or sold at will; grants, exercises, taxes and gifts are no opinion. */
const willed = { P: "bought", S: "sold" } as const;

type Willed = InsiderTrade & { readonly code: keyof typeof willed };

export function willedTrades(trades: readonly InsiderTrade[]): Willed[] {
  return trades.filter((trade): trade is Willed => Object.hasOwn(willed, trade.code));
}

/** `COOK TIMOTHY D (Chief Executive Officer) sold 100 shares at $190.10 on 2025-05-02`. */
export function tradeText({ owner, role, code, shares, price, date }: Willed): string {
  const at = price === null ? "" : ` at $${price}`;
  return `${owner} (${role}) ${willed[code]} ${shares.toLocaleString("en-US")} shares${at} on ${date}`;
}

/** Of those with a price; absent where there are none. */
export function insiderMeasures(trades: readonly InsiderTrade[], session: string, days: number): Measure[] {
  return (["P", "S"] as const).flatMap((code): Measure[] => {
    const of = willedTrades(trades).filter((trade) => trade.code === code && trade.price !== null);
    const [first] = of;
    if (first === undefined) return [];
    const people = new Set(of.map(({ owner }) => owner)).size;
    return [
      {
        key: code === "P" ? "insider_purchases" : "insider_sales",
        label: `Shares ${willed[code]} by insiders in the market, ${people} ${people === 1 ? "person" : "people"}, filed in ${days} days (Form 4)`,
        value: of.reduce((sum, { shares, price }) => sum + shares * (price ?? 0), 0),
        unit: "USD",
        at: session,
        formula: "sum of shares * price",
        source: first.source,
        sourceIds: of.map(({ sourceId }) => sourceId),
      },
    ];
  });
}
