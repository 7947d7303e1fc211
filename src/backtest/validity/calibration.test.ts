import { expect, test } from "vitest";
import { type Random, seededRandom } from "#src/core/figures/random.ts";
import { calibrationOf, judgedCalibration } from "./calibration.ts";

/** What is found of 600 opinions whose confidence and chance to be right are drawn. */
function judged(draw: (random: Random) => { readonly confidence: number; readonly right: number }) {
  const random = seededRandom("even");
  const found = calibrationOf(
    Array.from({ length: 600 }, (_, index) => {
      const { confidence, right } = draw(random);
      return { probability: confidence, happened: random() < right, from: index, through: index };
    }),
  );
  if (found === null) throw new Error("no opinion");
  return judgedCalibration(found);
}

test("opinions that all say about one half are not called calibrated", () => {
  const found = judged((random) => ({ confidence: 0.45 + 0.08 * random(), right: 0.5 }));
  expect(found).toMatchObject({ verdict: "cannot_tell", reason: "no_resolution" });
  expect(found.text).toMatch(/resolution 0\.000, skill −?0\.\d\d \(95% interval/);
  expect(found.text).toContain("It is not a probability.");
});

test("confidence that goes with nothing is not either", () => {
  const found = judged((random) => ({ confidence: 0.55 + 0.1 * random(), right: 0.6 }));
  expect(found).toMatchObject({ verdict: "cannot_tell", reason: "no_skill" });
});

test("with skill it passes, names it, and only then may be read as a probability", () => {
  const found = judged((random) => {
    const confidence = 0.1 + 0.8 * random();
    return { confidence, right: confidence };
  });
  expect(found).toMatchObject({ verdict: "pass", reason: "calibrated" });
  expect(found.text).toMatch(/resolution 0\.0\d\d, skill 0\.[12]\d \(95% interval 0\.[01]\d to 0\.[23]\d\)/);
  expect(found.text).toContain("It can be read as a probability.");
});
