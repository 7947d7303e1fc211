import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/analysis.ts";
import { figure } from "#tests/support/llm-brief.ts";
import { confidenceOf, minimum, outlookOn, ratingFor, scoreWithout } from "./opinion.ts";

function measured(values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([key, value], index) => ({ ...figure(`M${index + 1}`, key, value, "%"), key }));
}

const enough = { sessions_available: 300, price_age_days: 0 };
const mirrored = { Buy: "Sell", Overweight: "Underweight", Hold: "Hold", Underweight: "Overweight", Sell: "Buy" };

describe("the rating for a score", () => {
  test.each<[number, number | null, Opinion]>([
    [0, null, "Hold"],
    [0.299, null, "Hold"],
    [0.3, null, "Overweight"],
    [0.799, null, "Overweight"],
    [0.8, null, "Buy"],
    [-0.3, null, "Underweight"],
    [-0.8, null, "Sell"],
    // The bounds follow volatility over 25 %, between 0.7 and 1.6 times.
    [0.3, 25, "Overweight"],
    [0.25, 20, "Overweight"],
    [0.21, 5, "Overweight"],
    [0.2, 0, "Hold"],
    [0.47, 40, "Hold"],
    [0.49, 40, "Overweight"],
    [0.49, 400, "Overweight"],
    [1.27, 400, "Overweight"],
    [1.29, 400, "Buy"],
  ])("%d at a volatility of %s is %s", (score, volatility, rating) => {
    expect(ratingFor(score, volatility)).toBe(rating);
  });

  const score = fc.double({ min: -2, max: 2, noNaN: true });
  const volatility = fc.option(fc.double({ min: 0, max: 300, noNaN: true }));
  property.prop([score, score, volatility], { seed: 1 })("never falls when the score rises", (a, b, at) => {
    const rank = (value: number) => Opinion.options.indexOf(ratingFor(value, at));
    expect(rank(Math.max(a, b))).toBeLessThanOrEqual(rank(Math.min(a, b)));
  });
  property.prop([score, volatility], { seed: 2 })("of the opposite score is the opposite rating", (value, at) => {
    expect(ratingFor(-value, at)).toBe(mirrored[ratingFor(value, at)]);
  });
});

/** Measures whose rules have no threshold off zero, so that their opposite says the opposite. */
const odd = [
  "close_vs_sma_200",
  "close_vs_sma_50",
  "return_63d",
  "relative_strength_63",
  "macd_hist",
  "revenue_growth_yoy",
  "eps_growth_yoy",
  "operating_margin_change_yoy",
  "dilution_yoy",
  "news_tone_7d",
  "news_tone_30d",
  "social_tone_7d",
];
const counts = { atr_14: 3, news_count_7d: 4, news_count_30d: 30, social_count_7d: 15 };

describe("the outlook", () => {
  const values = fc.dictionary(fc.constantFrom(...odd), fc.double({ min: -40, max: 40, noNaN: true }), { minKeys: 1 });

  property.prop([values], { seed: 3 })("on the opposite of everything is the opposite", (given) => {
    const opposite = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, -value]));
    const one = outlookOn(measured({ ...enough, ...counts, ...given }));
    const other = outlookOn(measured({ ...enough, ...counts, ...opposite }));
    expect(other.score).toBeCloseTo(-one.score, 12);
    expect(other.coverage).toBe(one.coverage);
    expect(other.agreement).toBeCloseTo(one.agreement, 12);
    expect(confidenceOf(other)).toBe(confidenceOf(one));
  });

  property.prop(
    [
      values.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(Object.keys(given), { minLength: Object.keys(given).length })),
      ),
    ],
    { seed: 4 },
  )("does not depend on the order of the evidence", ([given, order]) => {
    const items = measured({ ...enough, ...counts, ...given });
    const place = new Map(order.map((key, index) => [key, index]));
    const shuffled = items.toSorted((a, b) => (place.get(b.key) ?? 99) - (place.get(a.key) ?? 99));
    const one = outlookOn(items);
    const other = outlookOn(shuffled);
    expect(other.score).toBe(one.score);
    expect(other.reasons.map(({ item }) => item.id)).toEqual(one.reasons.map(({ item }) => item.id));
  });

  test("is the mean of the analysts' scores by their weights, over those that had anything to say", () => {
    const market = outlookOn(measured({ ...enough, return_63d: 15 }));
    expect([market.score, market.coverage, market.agreement]).toEqual([0.4, 0.45, 1]);
    const both = outlookOn(measured({ ...enough, return_63d: 15, revenue_growth_yoy: -15 }));
    expect(both.coverage).toBeCloseTo(0.8, 12);
    expect(both.score).toBeCloseTo((0.45 * 0.4 - 0.35 * 0.5) / 0.8, 12);
    expect(both.agreement).toBeCloseTo((0.45 * 0.4 - 0.35 * 0.5) / (0.45 * 0.4 + 0.35 * 0.5), 12);
  });

  test.each<[Record<string, number>, RegExp | null]>([
    [{ return_63d: 15 }, /^there is no price history$/],
    [
      { ...enough, return_63d: 15, sessions_available: minimum.sessions - 1 },
      /^the price history has \{\{M1\}\} sessions \[M1\]/,
    ],
    [{ ...enough, return_63d: 15, sessions_available: minimum.sessions }, null],
    [
      { ...enough, return_63d: 15, price_age_days: minimum.priceAgeDays + 1 },
      /^the last price is \{\{M2\}\} old \[M2\]/,
    ],
    [{ ...enough, return_63d: 15, price_age_days: minimum.priceAgeDays }, null],
    [{ ...enough, news_tone_7d: 15, social_tone_7d: 15 }, /^too little of the evidence/],
    [{ ...enough, revenue_growth_yoy: 15 }, null],
    [enough, /^too little of the evidence/],
  ])("on %j: too thin is %s", (values, reason) => {
    const { tooThin } = outlookOn(measured(values));
    if (reason === null) expect(tooThin).toBeNull();
    else expect(tooThin).toMatch(reason);
  });
});

test("a score without a reason is the score on evidence without it", () => {
  const given = { ...enough, ...counts, return_63d: 40, close_vs_sma_200: -30, revenue_growth_yoy: 30, pe_ttm: 50 };
  const whole = outlookOn(measured(given));
  for (const reason of whole.reasons) {
    const rest = outlookOn(measured(given).filter(({ id }) => id !== reason.item.id));
    expect(scoreWithout(whole, reason), reason.item.key).toBeCloseTo(rest.score, 12);
  }
  expect(whole.reasons).toHaveLength(4);
});
