import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { formatUsd, parseUsd } from "./money.ts";

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

  propertyTest.prop([fc.nat(99_999_999_999)])("are read as they were written", (minor) => {
    expect(parseUsd(formatUsd(minor).replaceAll(",", ""))).toEqual({ ok: true, minor });
  });
});
