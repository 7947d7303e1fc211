import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { toleranceMinor, receivedMinorOf } from "./payment.ts";

const price = fc.integer({ min: 1, max: 1_000_000 });
/** Of a coin with 18 places, as text. */
const amount = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((units) => {
  const digits = String(units).padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
});

describe("worthMinor", () => {
  propertyTest.prop([price, amount])("of exactly what was asked for is the price", (priceMinor, payAmount) => {
    expect(receivedMinorOf({ priceMinor, payAmount }, payAmount)).toBe(priceMinor);
    expect(receivedMinorOf({ priceMinor, payAmount }, `${payAmount}000`)).toBe(priceMinor);
  });

  propertyTest.prop([price, amount, amount])(
    "is the whole number of cents below the exact value",
    (priceMinor, payAmount, paid) => {
      const units = (text: string) => BigInt(text.replace(".", ""));
      const exact = (BigInt(priceMinor) * units(paid)) / units(payAmount);
      const most = BigInt(Number.MAX_SAFE_INTEGER);
      expect(BigInt(receivedMinorOf({ priceMinor, payAmount }, paid))).toBe(exact > most ? most : exact);
    },
  );

  test("does not round up what is a unit too little", () => {
    const payAmount = "0.100000000000000000";
    expect(receivedMinorOf({ priceMinor: 1999, payAmount }, "0.099999999999999999")).toBe(1998);
    expect(receivedMinorOf({ priceMinor: 1999, payAmount }, "0")).toBe(0);
  });
});

test.each([
  [1, 1],
  [399, 1],
  [400, 2],
  [2000, 10],
  [19_999, 99],
  [1_000_000, 100],
])("the tolerance for %i cents is %i", (priceMinor, tolerance) => expect(toleranceMinor(priceMinor)).toBe(tolerance));
