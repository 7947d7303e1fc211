const dollars = new Set("USD CAD AUD HKD NZD SGD TWD MXN CLP COP USDT USDC".split(" "));

/** Symbols and names under one code. Pence (`GBp`, `GBX`) are not pounds. */
const plain: Readonly<Record<string, string>> = {
  CNH: "CNY",
  RMB: "CNY",
  GBp: "GBX",
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₫": "VND",
  "₿": "BTC",
  "￥": "¥",
};

function plainCode(printed: string): string {
  return plain[printed] ?? printed;
}

export function sameCurrency(printed: string, code: string): boolean {
  const [one, other] = [plainCode(printed), plainCode(code)];
  return one === other || isAnyOf(one, other) || isAnyOf(other, one);
}

/** `$` and `¥` do not say which currency they mean. */
function isAnyOf(symbol: string, code: string): boolean {
  return (symbol === "$" && dollars.has(code)) || (symbol === "¥" && (code === "JPY" || code === "CNY"));
}
