import { capital, named, print, spoilt, type Claim, type Material, type Named } from "./claim.ts";

/* Claims about single values: with and without a citation, from the wrong source, in every written form. */

function unsigned(items: readonly Named[]): Named[] {
  return items.filter(({ value }) => value > 0);
}

export function citedValues(material: Material): Claim[] {
  const { pick } = material;
  return unsigned(named(material)).flatMap((item): Claim[] => {
    const say = (value: number): string =>
      pick([
        `${capital(item.noun)} is ${print(value, item.unit)} [${item.id}].`,
        `With ${item.noun} at ${print(value, item.unit)} [${item.id}], the case rests on firm ground.`,
        `[${item.id}] puts ${item.noun} at ${print(value, item.unit)}.`,
        `${capital(item.noun)} stands at ${print(value, item.unit)} (${item.id}).`,
        `According to ${item.id}, ${item.noun} was ${print(value, item.unit)}.`,
      ]);
    return [
      { kind: "cited value", text: say(item.value), wrong: false },
      { kind: "cited value", text: say(spoilt(item.value, material)), wrong: true },
    ];
  });
}

export function pointValues(material: Material): Claim[] {
  return unsigned(named(material)).flatMap((item): Claim[] => {
    const claim = (value: number) => [
      { claim: `${capital(item.noun)} of ${print(value, item.unit)}`, evidence: [item.id] },
    ];
    return [
      { kind: "point", text: "See the points.", points: claim(item.value), wrong: false },
      { kind: "point", text: "See the points.", points: claim(spoilt(item.value, material)), wrong: true },
    ];
  });
}

/** The number is somewhere in the evidence, but not where the sentence says. */
export function wrongSources(material: Material): Claim[] {
  const { pick } = material;
  const items = unsigned(named(material));
  return items.flatMap((item): Claim[] => {
    const others = items.filter(
      (other) => other.unit === item.unit && print(other.value, other.unit) !== print(item.value, item.unit),
    );
    if (others.length === 0) return [];
    const other = pick(others);
    return [
      {
        kind: "wrong source",
        text: `${capital(item.noun)} is ${print(other.value, item.unit)} [${item.id}].`,
        wrong: true,
      },
      {
        kind: "wrong source",
        text: `${capital(item.noun)} is ${print(item.value, item.unit)} [${other.id}].`,
        wrong: true,
      },
      {
        kind: "wrong source",
        text: `${capital(item.noun)} is ${print(other.value, other.unit)} [${item.id}], and ${other.noun} is ${print(item.value, item.unit)} [${other.id}].`,
        wrong: true,
      },
      {
        kind: "wrong source",
        text: `${capital(item.noun)} is ${print(item.value, item.unit)} [${item.id}], and ${other.noun} is ${print(other.value, other.unit)} [${other.id}].`,
        wrong: false,
      },
      {
        kind: "wrong source",
        text: `${capital(item.noun)} of ${print(item.value, item.unit)} and ${other.noun} of ${print(other.value, other.unit)} [${item.id}, ${other.id}] belong together.`,
        wrong: false,
      },
    ];
  });
}

export function uncitedValues(material: Material): Claim[] {
  const { pick } = material;
  const items = unsigned(named(material));
  return items.flatMap((item): Claim[] => {
    const say = (value: number): string =>
      pick([
        `${capital(item.noun)} is ${print(value, item.unit)}.`,
        `The thesis: ${item.noun} of ${print(value, item.unit)} speaks for itself.`,
        `${capital(item.noun)} stands at ${print(value, item.unit)}.`,
      ]);
    return [
      { kind: "uncited value", text: say(item.value), wrong: false },
      { kind: "uncited value", text: say(spoilt(item.value, material)), wrong: true },
    ];
  });
}

const words =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function inWords(whole: number): string {
  if (whole < 20) return words[whole] ?? "";
  if (whole < 100) {
    const rest = whole % 10;
    return `${tens[Math.floor(whole / 10) - 2] ?? ""}${rest === 0 ? "" : `-${words[rest] ?? ""}`}`;
  }
  const rest = whole % 100;
  return `${words[Math.floor(whole / 100)] ?? ""} hundred${rest === 0 ? "" : ` and ${inWords(rest)}`}`;
}

function wide(text: string): string {
  return text.replaceAll(/[\d%.]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}

/** Percentages, money and readings in the forms that people and models write. */
export function writtenForms(material: Material): Claim[] {
  return unsigned(named(material)).flatMap((item): Claim[] => {
    const say = (value: number): string[] => {
      const at = `[${item.id}]`;
      const noun = capital(item.noun);
      if (item.unit === "%") {
        const whole = Math.round(value);
        return [
          `${noun} is ${wide(`${value.toFixed(1)}%`)} ${at}.`,
          `${noun} is ${value.toFixed(2).replace(".", ",")} % ${at}.`,
          `${noun} is ${(value * 100).toFixed(0)} basis points ${at}.`,
          ...(whole >= 2 && whole < 200 && Math.abs(value - whole) <= 0.5
            ? [`${noun} is ${inWords(whole)} percent ${at}.`]
            : []),
          `${noun} is about ${value.toFixed(1)} per cent ${at}.`,
          `${noun} lies between ${(value * 0.97).toFixed(1)}% and ${(value * 1.04).toFixed(1)}% ${at}.`,
          `${noun} is ${(value * 0.97).toFixed(1)}–${(value * 1.04).toFixed(1)}% ${at}.`,
        ];
      }
      if ((item.unit ?? "").startsWith("USD") && value >= 1e9)
        return [
          `${noun} is ${(value / 1e7).toFixed(1)} crore dollars ${at}.`,
          `${noun} is $${(value / 1e9).toFixed(1)}bn ${at}.`,
          `${noun} is USD ${(value / 1e6).toFixed(0)}m ${at}.`,
          `${noun} is ${(value / 1e9).toFixed(1).replace(".", ",")} Mrd USD ${at}.`,
          `${noun} is ${(value / 1e8).toFixed(1)}亿 ${at}.`,
          `${noun} is roughly $${(value / 1e9).toFixed(0)} billion ${at}.`,
        ];
      if (item.unit === "points" && item.key === "rsi_14")
        return [
          `RSI(${value.toFixed(1)}) ${at} says where momentum is.`,
          `RSI (${value.toFixed(1)}) ${at} is the reading.`,
        ];
      if (item.unit === "x")
        return [`${noun} is ${value.toFixed(2)} times ${at}.`, `${noun} is ${value.toFixed(1)}x ${at}.`];
      return [];
    };
    const right = say(item.value);
    return [
      ...right.map((text) => ({ kind: "written form", text, wrong: false })),
      // A small value may round to what it was.
      ...say(spoilt(item.value, material))
        .filter((text) => !right.includes(text) && !/ (?:\w+ percent|[０-９．]{3}％) /.test(text))
        .map((text) => ({ kind: "written form", text, wrong: true })),
      ...spoiltWords(item, material),
    ];
  });
}

/** A percentage in words that is off by more than rounding. */
function spoiltWords(item: Named, { pick }: Material): Claim[] {
  const whole = Math.round(item.value);
  if (item.unit !== "%" || whole < 4 || whole > 150) return [];
  const off = whole + pick([-2, 2, 3, 11]);
  return [
    { kind: "written form", text: `${capital(item.noun)} is ${inWords(off)} percent [${item.id}].`, wrong: true },
    { kind: "written form", text: `${capital(item.noun)} is ${wide(`${off}.0%`)} [${item.id}].`, wrong: true },
  ];
}

/** Fractions for percent and the other way round; a percent sign where the fraction stands is wrong. */
export function fractions(material: Material): Claim[] {
  return unsigned(named(material)).flatMap((item): Claim[] => {
    const noun = capital(item.noun);
    if (item.unit === "%" && item.value < 90)
      return [
        { kind: "fraction", text: `${noun} is ${(item.value / 100).toFixed(3)} [${item.id}].`, wrong: false },
        { kind: "fraction", text: `${noun} is ${(item.value / 100).toFixed(3)}% [${item.id}].`, wrong: true },
        {
          kind: "fraction",
          text: `${noun} is ${(spoilt(item.value, material) / 100).toFixed(3)} [${item.id}].`,
          wrong: true,
        },
        { kind: "fraction", text: `${noun} is ${(item.value * 100).toFixed(0)}% [${item.id}].`, wrong: true },
      ];
    if (item.unit === "x" && item.value < 3)
      return [
        { kind: "fraction", text: `${noun} is ${(item.value * 100).toFixed(0)}% [${item.id}].`, wrong: false },
        { kind: "fraction", text: `${noun} is ${item.value.toFixed(2)}% [${item.id}].`, wrong: true },
      ];
    return [];
  });
}

/** Digits of a label, streaks and readings that look like names. */
export function names(material: Material): Claim[] {
  return named(material).flatMap((item): Claim[] => {
    if (item.key === "rsi_14")
      return [
        {
          kind: "name",
          text: `Over 14 sessions the RSI is ${print(item.value, "points")} [${item.id}].`,
          wrong: false,
        },
        { kind: "name", text: `The price rose 14 sessions in a row [${item.id}].`, wrong: true },
        { kind: "name", text: `The RSI is 14 [${item.id}].`, wrong: Math.abs(item.value - 14) > 0.5 },
        {
          kind: "name",
          text: `RSI(${Math.round(item.value) > 60 ? 31 : 88}) [${item.id}] is the reading.`,
          wrong: true,
        },
        { kind: "name", text: `RSI(14) reads ${print(item.value, "points")} [${item.id}].`, wrong: false },
        { kind: "name", text: `A 35-day streak [${item.id}] cannot last.`, wrong: true },
      ];
    if (item.key === "return_63d")
      return [
        {
          kind: "name",
          text: `A gain of 63% [${item.id}] would be one thing.`,
          wrong: Math.abs(item.value - 63) > 0.5,
        },
        { kind: "name", text: `The target is $63 [${item.id}].`, wrong: true },
      ];
    return [];
  });
}
