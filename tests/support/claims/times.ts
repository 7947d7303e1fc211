import { print, type Claim, type Material } from "./claim.ts";

/* Claims about when: over which window a value was measured, and on which day a price stood. */

interface Family {
  readonly keys: readonly string[];
  /** How often a value is said of a window; the window comes as "21 sessions". */
  readonly say: readonly ((value: string, span: string) => string)[];
}

const families: readonly Family[] = [
  {
    keys: ["return_5d", "return_21d", "return_63d", "return_252d"],
    say: [
      (value, span) => `The price moved by ${value} over ${span}`,
      (value, span) => `Over the past ${span}, the shares changed by ${value}`,
      (value, span) => `A move of ${value} in the last ${span} stands out`,
    ],
  },
  {
    keys: ["sma_20", "sma_50", "sma_200"],
    say: [
      (value, span) => `The ${hyphened(span)} mean is ${value}`,
      (value, span) => `At ${value}, the ${hyphened(span)} average is the line to watch`,
      (value, span) => `The mean close of ${span} is ${value}`,
    ],
  },
  {
    keys: ["volatility_21", "volatility_63"],
    say: [
      (value, span) => `Volatility over ${span} is ${value}`,
      (value, span) => `${value} is the annualised volatility of the last ${span}`,
      (value, span) => `The ${hyphened(span)} volatility reads ${value}`,
    ],
  },
];

function hyphened(span: string): string {
  return span.replace(/ (\w+?)s?$/, "-$1");
}

const inProse: Readonly<Record<string, readonly string[]>> = {
  5: ["5 sessions", "five sessions", "week"],
  20: ["20 sessions", "20 days", "twenty sessions"],
  21: ["21 sessions", "month", "one month"],
  50: ["50 sessions", "50 days", "fifty sessions"],
  63: ["63 sessions", "three months", "quarter"],
  200: ["200 sessions", "200 days"],
  252: ["252 sessions", "year", "twelve months"],
};

/** Windows right and wrong; and those that are named once and shared. */
export function windows({ evidence, pick }: Material): Claim[] {
  return families.flatMap(({ keys, say }): Claim[] => {
    const items = keys.flatMap((key) => {
      const item = evidence.find((one) => one.key === key);
      const span = /\d+/.exec(item?.label ?? "")?.[0];
      return item?.value == null || span === undefined
        ? []
        : [{ id: item.id, value: item.value, unit: item.unit, span, printed: print(item.value, item.unit, true) }];
    });
    const claims = items.flatMap((item): Claim[] => {
      const others = items.filter((one) => one.printed !== item.printed);
      if (others.length === 0) return [];
      return say.flatMap((sentence) => {
        const of = (span: string): string => pick((inProse[span] ?? []).filter((one) => fitting(sentence, one)));
        return [
          { kind: "window", text: `${sentence(item.printed, of(item.span))} [${item.id}].`, wrong: false },
          { kind: "window", text: `${sentence(item.printed, of(pick(others).span))} [${item.id}].`, wrong: true },
        ];
      });
    });
    const [one, other] = items;
    if (one === undefined || other === undefined) return claims;
    const at = `[${one.id}, ${other.id}]`;
    return [
      ...claims,
      {
        kind: "window",
        text: `It read ${one.printed} over ${one.span} sessions and ${other.printed} over ${other.span} ${at}.`,
        wrong: false,
      },
      {
        kind: "window",
        text: `Over ${items.map(({ span }) => span).join(", ")} sessions alike, ${one.printed} and ${other.printed} tell the same ${at}.`,
        wrong: false,
      },
    ];
  });
}

/** "The month mean" is no English; a bare unit goes behind "over" alone. */
function fitting(sentence: Family["say"][number], span: string): boolean {
  if (/^\d/.test(span)) return true;
  const said = sentence("", span);
  if (/^\w+$/.test(span)) return /the (?:past|last) \w+/.test(said);
  return !said.includes(hyphened(span)) || span.includes("sessions");
}

const monthNames = "January February March April May June July August September October November December".split(" ");

/** Closes of a dated list on their own day and on another's. */
export function days({ evidence, pick }: Material): Claim[] {
  const list = evidence.find(({ key }) => key === "recent_closes");
  const entries = [...(list?.text ?? "").matchAll(/(\d{4})-(\d\d)-(\d\d) ([\d.]+)/g)].map(
    ([, year = "", month = "", day = "", close = ""]) => ({
      year,
      month: monthNames[Number(month) - 1] ?? "",
      day,
      close,
    }),
  );
  if (list === undefined) return [];
  return entries.flatMap((entry): Claim[] => {
    const others = entries.filter(({ close }) => close !== entry.close);
    if (others.length === 0) return [];
    const other = pick(others);
    const say = pick([
      (close: string) => `On ${Number(entry.day)} ${entry.month} ${entry.year} the price closed at ${close}`,
      (close: string) => `The close was ${close} on ${entry.month} ${Number(entry.day)}`,
      (close: string) =>
        `A close of ${close} on ${Number(entry.day)} ${entry.month.slice(0, 3)} ${entry.year} stands in the list`,
    ]);
    return [
      { kind: "day", text: `${say(entry.close)} [${list.id}].`, wrong: false },
      { kind: "day", text: `${say(other.close)} [${list.id}].`, wrong: true },
    ];
  });
}
