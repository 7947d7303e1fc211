import { capital, named, print, spoilt, type Claim, type Material, type Named } from "./claim.ts";

/* Claims about how values relate: which way, what above what, what follows from what, and whose number it is. */

const rising = ["rose", "climbed", "gained", "increased by", "was up"];
const falling = ["fell", "declined by", "dropped", "lost", "was down"];
const changed: Readonly<Record<string, string>> = {
  return_5d: "over five sessions the price",
  return_21d: "over 21 sessions the stock",
  return_63d: "over three months the shares",
  revenue_growth_yoy: "revenue",
  eps_growth_yoy: "diluted EPS",
  revenue_growth_q: "quarterly revenue",
  dilution_yoy: "the share count",
};

export function directions(material: Material): Claim[] {
  const { pick } = material;
  return material.evidence.flatMap((item): Claim[] => {
    const subject = changed[item.key];
    const { value } = item;
    if (subject === undefined || value === null || Math.abs(value) < 0.05) return [];
    const [right, wrong] = value > 0 ? [rising, falling] : [falling, rising];
    const size = print(value, "%");
    const noun = value > 0 ? "increase" : "decline";
    const other = value > 0 ? "decline" : "increase";
    return [
      { kind: "direction", text: `${capital(subject)} ${pick(right)} ${size} [${item.id}].`, wrong: false },
      { kind: "direction", text: `${capital(subject)} ${pick(wrong)} ${size} [${item.id}].`, wrong: true },
      {
        kind: "direction",
        text: `For ${subject} that is ${noun === "increase" ? "an" : "a"} ${noun} of ${size} [${item.id}].`,
        wrong: false,
      },
      {
        kind: "direction",
        text: `For ${subject} that is ${other === "increase" ? "an" : "a"} ${other} of ${size} [${item.id}].`,
        wrong: true,
      },
      {
        kind: "direction",
        text: `${capital(subject)} changed by ${print(value, "%", true)} [${item.id}].`,
        wrong: false,
      },
      {
        kind: "direction",
        text: `${capital(subject)} did not ${value > 0 ? "rise" : "fall"} ${size} [${item.id}].`,
        wrong: true,
      },
      {
        kind: "direction",
        text: `A ${size} ${value > 0 ? "gain" : "drop"} [${item.id}] is what ${subject} shows.`,
        wrong: false,
      },
      {
        kind: "direction",
        text: `A ${size} ${value > 0 ? "drop" : "gain"} [${item.id}] is what ${subject} shows.`,
        wrong: true,
      },
    ];
  });
}

const states: readonly {
  readonly key: string;
  readonly yes: (value: number) => boolean;
  readonly said: readonly [string, string];
}[] = [
  { key: "rsi_14", yes: (value) => value >= 70, said: ["The RSI is overbought", "The RSI is not overbought"] },
  { key: "rsi_14", yes: (value) => value <= 30, said: ["The RSI is oversold", "The RSI is not oversold"] },
  {
    key: "mfi_14",
    yes: (value) => value >= 80,
    said: ["The money flow index is overbought", "The money flow index is not overbought"],
  },
  {
    key: "close_vs_sma_50",
    yes: (value) => value > 0,
    said: ["The price is above its 50-session average", "The price is below its 50-session average"],
  },
  {
    key: "macd_hist",
    yes: (value) => value > 0,
    said: ["The MACD is above its signal line", "The MACD is below its signal line"],
  },
  {
    key: "volume_ratio_20",
    yes: (value) => value > 1,
    said: ["Volume was above its 20-session average", "Volume was below its 20-session average"],
  },
  { key: "net_debt", yes: (value) => value < 0, said: ["The company has net cash", "The company has net debt"] },
  {
    key: "revenue_growth_yoy",
    yes: (value) => value > 0,
    said: ["Revenue grew on the year", "Revenue fell on the year"],
  },
  {
    key: "operating_margin_change_yoy",
    yes: (value) => value > 0,
    said: ["The operating margin widened", "The operating margin narrowed"],
  },
  { key: "dilution_yoy", yes: (value) => value > 0, said: ["The share count rose", "The share count fell"] },
  {
    key: "revenue_growth_yoy",
    yes: (value) => value > 90,
    said: ["Revenue doubled on the year", "Revenue did not double on the year"],
  },
  {
    key: "eps_growth_yoy",
    yes: (value) => value < -45,
    said: ["Earnings per share halved", "Earnings per share did not halve"],
  },
];

export function statesInWords({ evidence }: Material): Claim[] {
  return states.flatMap(({ key, yes, said }): Claim[] => {
    const item = evidence.find((one) => one.key === key);
    if (item?.value == null || item.value === 0) return [];
    const holds = yes(item.value);
    return [
      { kind: "state in words", text: `${said[0]} [${item.id}].`, wrong: !holds },
      { kind: "state in words", text: `${said[1]} [${item.id}].`, wrong: holds },
    ];
  });
}

/** Two values side by side. */
export function comparisons(material: Material): Claim[] {
  const items = named(material).filter(({ value }) => value > 0);
  return items.flatMap((item): Claim[] => {
    const others = items.filter(
      (one) => one.unit === item.unit && one.unit !== "count" && Math.abs(one.value / item.value - 1) > 0.02,
    );
    if (others.length === 0) return [];
    const other = material.pick(others);
    const [more, less] = item.value > other.value ? ["above", "below"] : ["below", "above"];
    const [right, wrong] = item.value > other.value ? ["exceeds", "falls short of"] : ["falls short of", "exceeds"];
    const [a, b] = [print(item.value, item.unit), print(other.value, other.unit)];
    return [
      {
        kind: "comparison",
        text: `${capital(item.noun)} of ${a} is ${more} ${other.noun} of ${b} [${item.id}, ${other.id}].`,
        wrong: false,
      },
      {
        kind: "comparison",
        text: `${capital(item.noun)} of ${a} is ${less} ${other.noun} of ${b} [${item.id}, ${other.id}].`,
        wrong: true,
      },
      {
        kind: "comparison",
        text: `${capital(item.noun)} at ${a} ${right} ${other.noun} at ${b} [${item.id}, ${other.id}].`,
        wrong: false,
      },
      {
        kind: "comparison",
        text: `${capital(item.noun)} at ${a} ${wrong} ${other.noun} at ${b} [${item.id}, ${other.id}].`,
        wrong: true,
      },
    ];
  });
}

/** Quotients and differences that nobody declared, of two figures that the sentence cites. */
export function quotients(material: Material): Claim[] {
  const money = named(material).filter(({ value, unit }) => unit === "USD" && value > 1e6);
  return money.flatMap((item): Claim[] => {
    const others = money.filter(
      (one) => one.key !== item.key && one.value > item.value * 1.05 && one.value < item.value * 60,
    );
    if (others.length === 0) return [];
    const other = material.pick(others);
    const share = (item.value / other.value) * 100;
    const at = `[${item.id}, ${other.id}]`;
    const say = (value: number): string => `${capital(item.noun)} is ${value.toFixed(1)}% of ${other.noun} ${at}.`;
    return [
      { kind: "quotient", text: say(share), wrong: false },
      { kind: "quotient", text: say(spoilt(share, material)), wrong: true },
      {
        kind: "quotient",
        text: `${capital(other.noun)} is ${(100 / share).toFixed(2)} times ${item.noun} ${at}.`,
        wrong: false,
      },
      {
        kind: "quotient",
        text: `${capital(other.noun)} is ${spoilt(100 / share, material).toFixed(2)} times ${item.noun} ${at}.`,
        wrong: true,
      },
      {
        kind: "quotient",
        text: `The gap between the two is ${print(other.value - item.value, "USD")} ${at}.`,
        wrong: false,
      },
      {
        kind: "quotient",
        text: `The gap between the two is ${print(spoilt(other.value - item.value, material), "USD")} ${at}.`,
        wrong: true,
      },
    ];
  });
}

export function computations(material: Material): Claim[] {
  const money = named(material).filter(({ value, unit }) => unit === "USD" && value > 1e6);
  return money.flatMap((item): Claim[] => {
    const others = money.filter((one) => one.key !== item.key);
    if (others.length === 0) return [];
    const other = material.pick(others);
    const ratio = item.value / other.value;
    const stated = Number(ratio.toFixed(4));
    if (ratio < 0.02) return [];
    const fake = Number((material.chance() * 60 + 11).toFixed(1));
    const percent = (ratio * 100).toFixed(2);
    const declared = [{ expression: `${item.id} / ${other.id}`, value: stated }];
    const say = (number: string): string =>
      `${capital(item.noun)} against ${other.noun} comes to ${number} [${item.id}].`;
    return [
      { kind: "computation", text: say(`${percent}%`), computations: declared, wrong: false },
      { kind: "computation", text: say(ratio.toFixed(3)), computations: declared, wrong: false },
      { kind: "computation", text: say(`${ratio.toFixed(3)}%`), computations: declared, wrong: true },
      {
        kind: "computation",
        text: say(`${fake}%`),
        computations: [{ expression: `${item.id} * 0 + ${fake}`, value: fake }],
        wrong: true,
      },
      {
        kind: "computation",
        text: say(`${fake}%`),
        computations: [{ expression: `${item.id} / ${item.id} * ${fake}`, value: fake }],
        wrong: true,
      },
      {
        kind: "computation",
        text: say(`${spoilt(ratio * 100, material).toFixed(2)}%`),
        computations: declared,
        wrong: true,
      },
    ];
  });
}

/** Numbers that agents set, repeated as what they are and as what they are not. */
export function proposals(material: Material): Claim[] {
  const { pick, chance } = material;
  const close = material.evidence.find(({ key }) => key === "close")?.value ?? 100;
  return Array.from({ length: 6 }, () => 0).flatMap((): Claim[] => {
    const target = Number((close * (1.3 + chance())).toFixed(1));
    const stop = Number((close * (0.7 - 0.2 * chance())).toFixed(1));
    const size = Number((60 + 30 * chance()).toFixed(1));
    const confidence = Number((0.5 + 0.4 * chance()).toFixed(2));
    const proposed = [
      { label: "trader target", value: target },
      { label: "trader stop", value: stop },
      { label: "aggressive size_pct", value: size },
      { label: "portfolio_manager confidence", value: confidence },
    ];
    const other: Named | undefined = named(material).find(({ key }) => key === "revenue_growth_yoy");
    const growth = other === undefined ? "growth" : other.noun;
    const right = pick([
      `The target is $${target} and the stop $${stop}.`,
      `Take profit at ${target}; get out below ${stop}.`,
      `With ${size}% of the portfolio this is a large position.`,
      `We hold this with ${Math.round(confidence * 100)}% confidence.`,
      `A position of ${size}% with a target of ${target}.`,
    ]);
    const wrong = pick([
      `The P/E is ${target}.`,
      `${capital(growth)} of ${size}% carries the case.`,
      `The gross margin is ${size}%.`,
      `Free cash flow came to $${target} a share.`,
      `The RSI stands at ${size}.`,
      `The target is ${(target * 1.17).toFixed(1)}.`,
      `The stop is ${(stop * 0.83).toFixed(1)}.`,
    ]);
    return [
      { kind: "proposal", text: right, proposed, wrong: false },
      { kind: "proposal", text: wrong, proposed, wrong: true },
    ];
  });
}

/** "More than", "at least", "below": true where the value is on that side. */
export function bounds(material: Material): Claim[] {
  return named(material)
    .filter(({ value, unit }) => value > 1 && (unit === "%" || unit === "x" || unit === "points"))
    .flatMap((item): Claim[] => {
      const low = Math.floor(item.value * 0.9 * 10) / 10;
      const high = Math.ceil(item.value * 1.12 * 10) / 10;
      const [below, above] = [print(low, item.unit), print(high, item.unit)];
      const noun = capital(item.noun);
      return [
        { kind: "bound", text: `${noun} is more than ${below} [${item.id}].`, wrong: false },
        { kind: "bound", text: `${noun} is more than ${above} [${item.id}].`, wrong: true },
        { kind: "bound", text: `${noun} is below ${above} [${item.id}].`, wrong: false },
        { kind: "bound", text: `${noun} is less than ${below} [${item.id}].`, wrong: true },
      ];
    });
}
