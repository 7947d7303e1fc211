import { expect, test } from "vitest";
import { returnText, shareText } from "#src/web/components/signals/signal-text.ts";
import { effectiveText, endsOf, missingText, percent, ratio, span } from "./backtest-figures.ts";

const given = (low: number, high: number) => ({ status: "given", low, high, effective: 12 }) as const;

test("an interval is never shown as if it had no width", () => {
  expect(endsOf(given(0.35, 0.852), shareText)).toEqual(["35%", "85%"]);
  expect(endsOf(given(0.797, 0.804), shareText)).toEqual(["79.7%", "80.4%"]);
  expect(endsOf(given(-0.0001, 0.0001), returnText)).toEqual(["\u22120.01%", "+0.01%"]);
  expect(span(given(0.00001, 0.00004), percent)).toBe("0.001% to 0.004%");
  expect(span(given(1.231, 1.234), ratio)).toBe("1.231 to 1.234");
  expect(span(null, percent)).toBe("–");
});

test("where there is none, it says what is missing", () => {
  const tooFew = (outcomes: number, blocks: number) =>
    missingText({ status: "too_few", missing_outcomes: outcomes, missing_blocks: blocks });
  expect(tooFew(4, 2)).toBe("needs 4 more outcomes, 2 more blocks");
  expect(tooFew(1, 0)).toBe("needs 1 more outcome");
  expect(tooFew(0, 1)).toBe("needs 1 more block");
  expect(span({ status: "too_few", missing_outcomes: 3, missing_blocks: 0 }, percent)).toBe("needs 3 more outcomes");
  expect(missingText({ status: "no_spread" })).toBe("all values equal");
});

test("how many outcomes it is worth stands with a digit where that matters", () => {
  expect(effectiveText({ ...given(0, 1), effective: 3.36 })).toBe("3.4");
  expect(effectiveText({ ...given(0, 1), effective: 9.97 })).toBe("10");
  expect(effectiveText({ ...given(0, 1), effective: 1234.5 })).toBe("1,235");
});
