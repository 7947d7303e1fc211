import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { formatUsd, parseUsd, sumUsd, timesUsd, usdText } from "./money.ts";

describe("cents", () => {
  test.each([
    [0, "$0.00"],
    [5, "$0.05"],
    [1900, "$19.00"],
    [-5, "-$0.05"],
    [123_456_789, "$1,234,567.89"],
    [100_000, "$1,000.00"],
    [99_999, "$999.99"],
  ])("%i is written %s", (minor, text) => {
    expect(formatUsd(minor)).toBe(text);
  });

  test.each([1.5, Number.NaN, Infinity, 2 ** 53])("%d is no amount", (minor) => {
    expect(() => formatUsd(minor)).toThrow(RangeError);
  });

  test.each([
    ["25", 2500],
    ["25.5", 2550],
    [" $1,900.07 ", 190_007],
    ["0.01", 1],
  ])("%s is read as %i", (text, minor) => {
    expect(parseUsd(text)).toEqual({ ok: true, minor });
  });

  test.each(["", "-5", "1.234", "1e3", "1,90", "0x10", "٣", "$", "1.", ".5", "12345678901"])(
    "%s is not read",
    (text) => {
      expect(parseUsd(text)).toMatchObject({ ok: false });
    },
  );

  property.prop([fc.nat(99_999_999_999)])("are read as they were written", (minor) => {
    expect(parseUsd(formatUsd(minor).replaceAll(",", ""))).toEqual({ ok: true, minor });
  });
});

describe("amounts in dollars", () => {
  test.each([
    [[], "0"],
    [["0.1", "0.2"], "0.3"],
    [["0.0123", "1"], "1.0123"],
    [["0.5", "0.5"], "1"],
    [["0.000000000001", "9007199254740993"], "9007199254740993.000000000001"],
  ])("%j come to %s", (amounts, sum) => {
    expect(sumUsd(amounts)).toBe(sum);
  });

  property.prop([fc.array(fc.nat(1_000_000_000))])("millionths add up as whole numbers do", (millionths) => {
    const amounts = millionths.map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, "0")}`);
    const sum = millionths.reduce((total, n) => total + n, 0);
    expect(Number(sumUsd(amounts))).toBe(sum / 1e6);
  });

  test.each([
    ["0", "$0.00"],
    ["0.5", "$0.50"],
    ["0.01234", "$0.01"],
    ["0.00123", "$0.0012"],
    ["0.00000001", "<$0.0001"],
    ["1234.567", "$1,234.57"],
  ])("%s reads %s", (usd, text) => {
    expect(usdText(usd)).toBe(text);
  });
});

test("a multiple is exact", () => {
  expect([timesUsd("0.1", 3), timesUsd("0.0042", 9), timesUsd("1.5", 1)]).toEqual(["0.3", "0.0378", "1.5"]);
});
