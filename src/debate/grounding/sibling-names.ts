/*
 * A second name that leaves out what the first one said: "the upper band is at 661.6, the lower at 621.7", "the ten-session
 * mean at 249.5, the twenty-session one at 242.4".
 */

const families: readonly (readonly [of: RegExp, told: RegExp, key: (found: RegExpExecArray) => string])[] = [
  [/^bollinger_(?:upper|lower)$/, /^(upper|lower)(?: (?:one|band|line))?$/i, ([, one = ""]) => `bollinger_${one}`],
  [/^(?:macd|macd_signal)$/, /^signal(?: (?:line|one))?$/i, () => "macd_signal"],
  [/^(?:high|low)_252$/, /^(high|low)(?: one)?$/i, ([, one = ""]) => `${one}_252`],
  [
    /^(?:resistance|support)_20$/,
    /^(highest high|lowest low)$/i,
    ([, one = ""]) => (/^high/i.test(one) ? "resistance_20" : "support_20"),
  ],
  [/^(?:high|low)_252$/, /^(high|low)est price$/i, ([, one = ""]) => `${one}_252`],
  [/^(?:resistance|support)_20$/, /^(resistance|support)$/i, ([, one = ""]) => `${one}_20`],
];
/** "1.45 times the longer one": the other of the two windows that a family has. */
const otherWindow: readonly (readonly [of: RegExp, key: string, words: RegExp])[] = [
  [
    /^volatility_21$/,
    "volatility_63",
    /^(?:longer|long-run|longer-run|longer-term|quarterly|quarter['’]s|three-month)/i,
  ],
  [
    /^volatility_63$/,
    "volatility_21",
    /^(?:shorter|short-run|shorter-run|recent|latest|monthly|month['’]s|one-month)/i,
  ],
  [
    /^volatility_30d$/,
    "volatility_90d",
    /^(?:longer|long-run|longer-run|longer-term|quarterly|quarter['’]s|three-month)/i,
  ],
];
const ofOther = / (?:one|figure|reading|window|volatility|measure|value|number)$/i;

const windowKeys: readonly (readonly [of: RegExp, key: (count: number) => string])[] = [
  [/^ema_/, (count) => `ema_${count}`],
  [/^sma_/, (count) => `sma_${count}`],
  [/^return_/, (count) => `return_${count}d`],
  [/^volatility_\d+$/, (count) => `volatility_${count}`],
  [/^close_vs_sma_/, (count) => `close_vs_sma_${count}`],
];
const spelled: Readonly<Record<string, number>> = { five: 5, ten: 10, twenty: 20, fifty: 50 };
const ofWindow = /^(\d{1,3}|five|ten|twenty|fifty)[- ](?:session|day)(?: (?:one|figure|mean|average|return))?$/i;

/** The measure that a short name means beside one of its family; `null` where it means none, or the same one. */
export function siblingKey(first: string, told: string): string | null {
  const other = otherWindow.find(([of, , words]) => of.test(first) && words.test(told) && ofOther.test(told));
  if (other !== undefined) return other[1];
  const window = ofWindow.exec(told);
  const count = spelled[(window?.[1] ?? "").toLowerCase()] ?? Number(window?.[1]);
  const key =
    window === null
      ? families.flatMap(([of, words, keyOf]) => {
          const match = of.test(first) ? words.exec(told) : null;
          return match === null ? [] : [keyOf(match).toLowerCase()];
        })[0]
      : windowKeys.find(([of]) => of.test(first))?.[1](count);
  return key === undefined || key === first ? null : key;
}
