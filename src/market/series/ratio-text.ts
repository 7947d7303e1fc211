const largestDenominator = 4;
/** As a share: the rounding in a source's `1.3333`. */
const rounding = 0.001;

/** `7-for-1 split`, `1-for-10 split`; other ratios with two decimals. */
export function splitText(ratio: number): string {
  const [large, isReverse] = ratio < 1 ? [1 / ratio, true] : [ratio, false];
  for (let under = 1; under <= largestDenominator; under += 1) {
    const over = Math.round(large * under);
    if (Math.abs(large * under - over) <= rounding * over) return pair(String(over), String(under), isReverse);
  }
  return pair(String(Number(large.toPrecision(3))), "1", isReverse);
}

/** `a 7-for-1 split`, `an 8-for-1 split`. */
export function aSplit(ratio: number): string {
  const text = splitText(ratio);
  return `${/^(?:8|11\b|18\b|80)/.test(text) ? "an" : "a"} ${text}`;
}

function pair(over: string, under: string, isReverse: boolean): string {
  return isReverse ? `${under}-for-${over} split` : `${over}-for-${under} split`;
}
