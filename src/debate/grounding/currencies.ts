/** ISO 4217 codes and the usual stable coins, as they stand beside an amount in English prose. */
const codes = new Set(
  (
    "USD EUR GBP GBX JPY CNY CNH RMB HKD KRW INR CAD AUD NZD CHF SEK NOK DKK SGD TWD BRL MXN ZAR ILS PLN THB IDR MYR " +
    "PHP VND SAR AED RUB HUF CZK CLP COP TRY USDT USDC BTC ETH"
  ).split(" "),
);

const dollars = new Set(["USD", "CAD", "AUD", "HKD", "NZD", "SGD", "TWD", "MXN", "CLP", "COP", "USDT", "USDC"]);

/** `$` and `¥` stay as they are: which of several currencies they mean is not printed. */
const symbols: ReadonlyMap<string, string> = new Map([
  ["$", "$"],
  ["¥", "¥"],
  ["￥", "¥"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
  ["₩", "KRW"],
  ["₽", "RUB"],
  ["₫", "VND"],
  ["₿", "BTC"],
]);

const dollarOf: ReadonlyMap<string, string> = new Map([
  ["US", "USD"],
  ["C", "CAD"],
  ["CA", "CAD"],
  ["A", "AUD"],
  ["AU", "AUD"],
  ["HK", "HKD"],
  ["NZ", "NZD"],
  ["S", "SGD"],
  ["NT", "TWD"],
  ["R", "BRL"],
  ["MX", "MXN"],
]);

export function isCurrencyCode(word: string): boolean {
  return codes.has(word);
}

const coins: ReadonlySet<string> = new Set(["BTC", "ETH"]);

export function currencyOfSymbol(symbol: string): string | null {
  return symbols.get(symbol) ?? null;
}

/** The currency printed right before `at`, with at most one space: `$`, `HK$`, `USD `. Nothing before `floor` is read. */
export function currencyBefore(text: string, at: number, floor: number): { unit: string; start: number } | null {
  const end = at - 1 >= floor && /[ \u00A0\u202F]/.test(text.charAt(at - 1)) ? at - 1 : at;
  const symbol = end - 1 >= floor ? (symbols.get(text.charAt(end - 1)) ?? null) : null;
  const wordEnd = symbol === null ? end : end - 1;
  let start = wordEnd;
  while (start > floor && wordEnd - start < 5 && /[A-Za-z0-9_]/.test(text.charAt(start - 1))) start -= 1;
  const word = text.slice(start, wordEnd);
  // "BTC 11191.4" names the coin, and then what it costs.
  if (symbol === null) return codes.has(word) && !coins.has(word) ? { unit: word, start } : null;
  const dollar = symbol === "$" ? dollarOf.get(word) : undefined;
  return dollar === undefined ? { unit: symbol, start: wordEnd } : { unit: dollar, start };
}

/** Whether an amount printed in `printed` can be one in the currency `code`. */
export function sameCurrency(printed: string, code: string): boolean {
  if (printed === code || printed === plainCode(code)) return true;
  if (printed === "$") return dollars.has(code);
  if (code === "$") return dollars.has(printed);
  if (printed === "¥") return code === "JPY" || plainCode(code) === "CNY";
  if (code === "¥") return printed === "JPY" || plainCode(printed) === "CNY";
  return plainCode(printed) === plainCode(code);
}

/** Names of one currency under one code. Pence (`GBp`, `GBX`) are not pounds. */
function plainCode(code: string): string {
  if (code === "CNH" || code === "RMB") return "CNY";
  return code === "GBp" ? "GBX" : code;
}
