import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { Rating } from "#src/contract/jobs/analysis.ts";
import { agreementOf } from "./agreement.ts";

describe("agreed", () => {
  test("one run speaks for itself", () => {
    expect(agreementOf(["Hold"], 0.6)).toEqual({
      ok: true,
      rating: "Hold",
      agreement: { runs: 1, agreeing: 1, ratings: ["Hold"] },
      speaks: 0,
    });
  });

  test("REVIEW is no opinion, and never becomes a signal", () => {
    expect(agreementOf(["REVIEW"], 0.01)).toMatchObject({ ok: false, outcome: "review" });
    expect(agreementOf(["REVIEW", "REVIEW", null], 0.01)).toMatchObject({ ok: false, outcome: "review" });
  });

  test("three of five agree at a threshold of 0.6, and not above it", () => {
    const ratings: Rating[] = ["Hold", "Buy", "Buy", "REVIEW", "Buy"];
    expect(agreementOf(ratings, 0.6)).toMatchObject({ ok: true, rating: "Buy", agreement: { agreeing: 3 }, speaks: 1 });
    expect(agreementOf(ratings, 0.61)).toMatchObject({
      ok: false,
      outcome: "review",
      reason: "only 3 of 5 runs agree: Buy 3, Hold 1",
    });
  });

  test("a run that failed agrees with nobody; when all failed there is no review either", () => {
    expect(agreementOf(["Buy", null, null], 0.5)).toMatchObject({ ok: false, outcome: "review" });
    expect(agreementOf([null, null], 0.5)).toMatchObject({ ok: false, outcome: "failed" });
  });

  test("opinions that are equally frequent are no agreement", () => {
    expect(agreementOf(["Buy", "Sell"], 0.5)).toMatchObject({
      ok: false,
      outcome: "review",
      reason: "2 runs disagree: Buy 1, Sell 1",
    });
  });

  property.prop([fc.array(fc.option(fc.constantFrom(...Rating.options)), { minLength: 1, maxLength: 5 })])(
    "what is published was said by a run, and by more runs than anything else",
    (ratings) => {
      const verdict = agreementOf(ratings, 0.01);
      if (!verdict.ok) return;
      expect(ratings[verdict.speaks]).toBe(verdict.rating);
      for (const other of Rating.options.filter((one) => one !== verdict.rating && one !== "REVIEW"))
        expect(ratings.filter((one) => one === other).length).toBeLessThan(verdict.agreement.agreeing);
    },
  );
});
