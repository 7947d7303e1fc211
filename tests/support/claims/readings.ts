import { capital, named, print, type Claim, type Material } from "./claim.ts";

/* Claims about several values at once: whose is which, where a range ends, what follows from them by arithmetic. */

/** Two values under each other's names. */
export function swaps(material: Material): Claim[] {
  const items = named(material).filter(({ key }) => key === "rsi_14" || key === "mfi_14");
  const [one, other] = items;
  if (one === undefined || other === undefined) return [];
  const [a, b] = [print(one.value, one.unit), print(other.value, other.unit)];
  if (a === b) return [];
  const at = `[${one.id}, ${other.id}]`;
  const forms = [
    (x: string, y: string) => `${capital(one.noun)} and ${other.noun} read ${x} and ${y} respectively ${at}.`,
    (x: string, y: string) => `${capital(one.noun)} and ${other.noun} came to ${x} and ${y}, respectively ${at}.`,
    (x: string, y: string) => `${capital(one.noun)} at ${x} and ${other.noun} at ${y} say the same ${at}.`,
    (x: string, y: string) => `With ${one.noun} of ${x} and ${other.noun} of ${y}, momentum is what it is ${at}.`,
  ];
  return forms.flatMap((say): Claim[] => [
    { kind: "swapped", text: say(a, b), wrong: false },
    { kind: "swapped", text: say(b, a), wrong: true },
  ]);
}

/** Ranges between two cited values, and with one end that is neither. */
export function ranges({ evidence, pick }: Material): Claim[] {
  const pairs = [
    ["support_20", "resistance_20"],
    ["low_252", "high_252"],
    ["bollinger_lower", "bollinger_upper"],
  ];
  return pairs.flatMap(([from, to]): Claim[] => {
    const low = evidence.find(({ key }) => key === from);
    const high = evidence.find(({ key }) => key === to);
    if (low?.value == null || high?.value == null || low.value <= 0 || high.value > low.value * 1.9) return [];
    const width = high.value - low.value;
    const say = (a: number, b: number): string =>
      `${pick(["The price moved between", "The range runs between", "It traded between"])} ${a.toFixed(2)} and ${b.toFixed(2)} [${low.id}, ${high.id}].`;
    return [
      { kind: "range", text: say(low.value, high.value), wrong: false },
      { kind: "range", text: say(low.value - width * 0.3, high.value), wrong: true },
      { kind: "range", text: say(low.value, high.value + width * 0.3), wrong: true },
      { kind: "range", text: say(low.value + width * 0.2, high.value), wrong: true },
    ];
  });
}

/** The same measure over two windows, set against one another without a number. */
export function measurePairs({ evidence, pick }: Material): Claim[] {
  const pairs: readonly (readonly [string, string, string])[] = [
    ["sma_20", "sma_50", "mean"],
    ["sma_20", "sma_200", "mean"],
    ["sma_50", "sma_200", "average"],
    ["volatility_21", "volatility_63", "volatility"],
  ];
  return pairs.flatMap(([short, long, noun]): Claim[] => {
    const a = evidence.find(({ key }) => key === short);
    const b = evidence.find(({ key }) => key === long);
    if (a?.value == null || b?.value == null || a.value === b.value) return [];
    const [x, y] = [short, long].map((key) => key.replace(/\D+/, ""));
    const say = (word: string): string =>
      pick([
        `The ${x}-session ${noun} is ${word} the ${y}-session ${noun} [${a.id}][${b.id}].`,
        `${capital(noun)} over ${x} sessions stands ${word} that over ${y} sessions [${a.id}, ${b.id}].`,
        `The ${x}-session ${noun} remains ${word} its ${y}-session counterpart [${a.id}, ${b.id}].`,
      ]);
    const more = a.value > b.value;
    return ["above", "higher than", "below", "lower than", "not above", "not below"].map((word) => ({
      kind: "measure pair",
      text: say(word),
      wrong: (/above|higher/.test(word) !== word.startsWith("not")) !== more,
    }));
  });
}

/** Arithmetic over cited values that the words ask for. */
export function arithmetic({ evidence, pick }: Material): Claim[] {
  const item = (key: string) => evidence.find((one) => one.key === key);
  const [close, range, low, high] = [item("close"), item("atr_14"), item("support_20"), item("resistance_20")];
  const [rsi, flow, month] = [item("rsi_14"), item("mfi_14"), item("return_21d")];
  const claims: Claim[] = [];
  const add = (value: number, digits: number, wrong: number, say: (number: string) => string): void => {
    if (value.toFixed(digits) === wrong.toFixed(digits) || Math.abs(value) < 0.3) return;
    claims.push({ kind: "arithmetic", text: say(Math.abs(value).toFixed(digits)), wrong: false });
    claims.push({ kind: "arithmetic", text: say(Math.abs(wrong).toFixed(digits)), wrong: true });
  };
  const off = pick([1.4, 0.6, 1.7]);
  if (close?.value == null || close.value <= 0) return claims;
  const now = close.value;
  if (range?.value != null && high?.value != null) {
    const away = (high.value - now) / range.value;
    add(
      away,
      1,
      away * off,
      (n) => `The high is ${n} average true ranges away from the close [${close.id}, ${range.id}, ${high.id}].`,
    );
    add(away, 1, away * off, (n) => `It takes ${n} ATRs to get to the high [${close.id}, ${range.id}, ${high.id}].`);
  }
  if (low?.value != null && high?.value != null && now > low.value && now < high.value) {
    const up = ((now - low.value) / (high.value - low.value)) * 100;
    add(up, 0, up * off, (n) => `The close is ${n}% of the way up [${close.id}, ${low.id}, ${high.id}].`);
  }
  if (rsi?.value != null && flow?.value != null) {
    const gap = rsi.value - flow.value;
    add(gap, 1, gap * off, (n) => `They are ${n} points apart [${rsi.id}, ${flow.id}].`);
  }
  if (month?.value != null) {
    const before = now / (1 + month.value / 100);
    add(before, 1, before * off, (n) => `That implies a price of ${n} a month earlier [${close.id}, ${month.id}].`);
  }
  return claims;
}
