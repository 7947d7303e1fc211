import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { normalCdf, normalQuantile } from "#src/core/figures/statistics.ts";
import { figure } from "#tests/support/llm-brief.ts";
import { equityPremium, type AssetType } from "./rules.ts";
import { confidenceOf, isRisk, minimum, outlookOn, ratingWithout } from "./opinion.ts";

function measured(values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([key, value], index) => ({ ...figure(`M${index + 1}`, key, value, "%"), key }));
}

const enough = { sessions_available: 300, price_age_days: 0 };

function outlook(values: Readonly<Record<string, number>>, asset: AssetType = "stock") {
  return outlookOn(measured({ ...enough, ...values }), asset);
}

describe("the rating", () => {
  test.each<[Record<string, number>, AssetType, Opinion]>([
    // The premium of shares alone: 4.32 % over 10, 30 and 50 % of volatility is worth 0.43, 0.14 and 0.09 a year.
    [{ volatility_63: 10 }, "index", "Buy"],
    [{ volatility_63: 30 }, "index", "Overweight"],
    [{ volatility_63: 50 }, "index", "Hold"],
    // An index that rose or fell: a fifth of its volatility either way.
    [{ volatility_63: 16, return_252d: 20 }, "index", "Buy"],
    [{ volatility_63: 16, return_252d: -20 }, "index", "Hold"],
    [{ volatility_63: 60, return_252d: -60 }, "index", "Underweight"],
    // A coin has no premium.
    [{ volatility_63: 60 }, "crypto", "Hold"],
    [{ volatility_63: 60, return_252d: 150 }, "crypto", "Overweight"],
    [{ volatility_63: 60, return_252d: -60 }, "crypto", "Underweight"],
    // Everything against a stock.
    [
      {
        volatility_63: 30,
        return_252d: -40,
        beta_252: 2,
        correlation_252: 0.5,
        pe_ttm: 60,
        roe_ttm: -20,
        cash_conversion: -1,
      },
      "stock",
      "Underweight",
    ],
  ])("on %j of a %s is %s", (values, asset, rating) => {
    expect(outlook(values, asset).rating).toBe(rating);
  });

  const values = fc.record(
    {
      return_252d: fc.double({ min: -90, max: 300, noNaN: true }),
      beta_252: fc.double({ min: -1, max: 3, noNaN: true }),
      correlation_252: fc.double({ min: -1, max: 1, noNaN: true }),
      pe_ttm: fc.double({ min: 1, max: 100, noNaN: true }),
      roe_ttm: fc.double({ min: -50, max: 80, noNaN: true }),
      cash_conversion: fc.double({ min: -3, max: 5, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  const asset = fc.constantFrom<AssetType>("stock", "index", "crypto");
  const volatility = fc.double({ min: 1, max: 200, noNaN: true });

  property.prop([values, volatility, asset], { seed: 1 })(
    "is never stronger than the strongest of the analysts' scores on its side",
    (given, risk, of) => {
      const { rating, views } = outlook({ ...given, volatility_63: risk }, of);
      const strength = 2 - Opinion.options.indexOf(rating);
      const own = views.map(({ score }) => score * Math.sign(strength));
      expect(Math.abs(strength)).toBeLessThanOrEqual(Math.max(0, ...own));
    },
  );

  property.prop([values, volatility, asset, fc.double({ min: -60, max: 60, noNaN: true })], { seed: 2 })(
    "never falls when the return of the year rises",
    (given, risk, of, rise) => {
      const at = (change: number) =>
        Opinion.options.indexOf(
          outlook({ ...given, volatility_63: risk, return_252d: (given.return_252d ?? 0) + change }, of).rating,
        );
      expect(at(Math.max(0, rise))).toBeLessThanOrEqual(at(Math.min(0, rise)));
    },
  );

  property.prop([values, volatility, asset], { seed: 3 })(
    "is that of the chance: what is expected by the volatility over a quarter, normally distributed",
    (given, risk, of) => {
      const { chance, expected, score, reasons } = outlook({ ...given, volatility_63: risk }, of);
      const parts = reasons.filter((reason) => !isRisk(reason)).reduce((sum, { part }) => sum + part, 0);
      expect(expected).toBeCloseTo((of === "crypto" ? 0 : equityPremium) + parts, 9);
      const deviations = (expected / risk) * Math.sqrt(90 / 365);
      expect(chance).toBeCloseTo(normalCdf(deviations), 12);
      expect(score).toBeCloseTo(Math.max(-2, Math.min(2, deviations / normalQuantile(0.55))), 9);
      expect(confidenceOf(outlook({ ...given, volatility_63: risk }, of))).toBeGreaterThanOrEqual(0.5);
    },
  );

  property.prop([values, volatility], { seed: 4 })("does not depend on the order of the evidence", (given, risk) => {
    const items = measured({ ...enough, ...given, volatility_63: risk });
    const [one, other] = [outlookOn(items, "stock"), outlookOn(items.toReversed(), "stock")];
    expect(other.score).toBe(one.score);
    expect(other.rating).toBe(one.rating);
  });
});

test("a chance of 55 % is a Buy, and 52 % an Overweight, to the digit", () => {
  // Φ⁻¹(0.55) = 0.12566 and Φ⁻¹(0.52) = 0.05015, over √(90 / 365).
  const at = (ratio: number) => outlook({ volatility_63: equityPremium / ratio }, "index").rating;
  expect([0.2532, 0.2529, 0.1011, 0.1009].map(at)).toEqual(["Buy", "Overweight", "Overweight", "Hold"]);
});

test.each<[Record<string, number>, RegExp | null]>([
  [{ volatility_63: 15 }, /^there is no price history$/],
  [
    { ...enough, volatility_63: 15, sessions_available: minimum.sessions - 1 },
    /^the price history has \{\{M1\}\} sessions \[M1\]/,
  ],
  [{ ...enough, volatility_63: 15, sessions_available: minimum.sessions }, null],
  [
    { ...enough, volatility_63: 15, price_age_days: minimum.priceAgeDays + 1 },
    /^the last price is \{\{M2\}\} old \[M2\]/,
  ],
  [{ ...enough, volatility_63: 15, price_age_days: minimum.priceAgeDays }, null],
  [{ ...enough, volatility_21: 15 }, null],
  [{ ...enough, pe_ttm: 15 }, /^the risk cannot be told/],
])("on %j: too thin is %s", (values, reason) => {
  const { tooThin } = outlookOn(measured(values), "stock");
  if (reason === null) expect(tooThin).toBeNull();
  else expect(tooThin).toMatch(reason);
});

test("a rating without a reason is the rating on evidence without it", () => {
  const given = { ...enough, volatility_63: 35, return_252d: -40, pe_ttm: 50, roe_ttm: 40, cash_conversion: 0.2 };
  const whole = outlookOn(measured(given), "stock");
  const factors = whole.reasons.filter((reason) => !isRisk(reason));
  for (const reason of factors) {
    const rest = outlookOn(
      measured(given).filter(({ id }) => id !== reason.item.id),
      "stock",
    );
    expect(ratingWithout(whole, reason, "stock"), reason.item.key).toBe(rest.rating);
  }
  expect(factors).toHaveLength(4);
});
