import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { parseReferralCode, referralAlphabet, referralCodeLength } from "./users.ts";

const letters = [...referralAlphabet];
const code = fc.array(fc.constantFrom(...letters), { minLength: 8, maxLength: 8 }).map((chosen) => chosen.join(""));

describe("a referral code", () => {
  test("has no character that is taken for another", () => {
    expect(letters.filter((letter) => "0o1li".includes(letter))).toEqual([]);
    expect([letters.length, new Set(letters).size, referralCodeLength]).toEqual([31, 31, 8]);
    expect(referralAlphabet).toBe("23456789abcdefghjkmnpqrstuvwxyz");
  });

  propertyTest.prop([code, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })])(
    "is the same in upper, lower and mixed case",
    (lower, upper) => {
      const mixed = [...lower].map((letter, i) => (upper[i] === true ? letter.toUpperCase() : letter)).join("");
      expect(parseReferralCode(mixed)).toEqual({ ok: true, code: lower });
    },
  );

  propertyTest.prop([
    fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.string({ minLength: 8, maxLength: 8 })),
  ])("is eight characters of the alphabet and nothing else", (text) => {
    const possible =
      text.length === 8 && [...text].every((each) => `${referralAlphabet}ABCDEFGHJKMNPQRSTUVWXYZ`.includes(each));
    expect(parseReferralCode(text).ok).toBe(possible);
  });

  propertyTest.prop([code, fc.nat(7), fc.constantFrom(..."0o1liOIL\n \u0131\u212a")])(
    "is not one with a character beside the alphabet, whatever its lower case is",
    (good, at, bad) => {
      expect(parseReferralCode(`${good.slice(0, at)}${bad}${good.slice(at + 1)}`)).toMatchObject({ ok: false });
    },
  );

  propertyTest.prop([code, fc.constantFrom("", "\n", " ", "2", "/")])(
    "is not one with something around it",
    (good, more) => {
      expect(parseReferralCode(`${good}${more}`).ok).toBe(more === "");
      expect(parseReferralCode(`${more}${good}`).ok).toBe(more === "");
      expect(parseReferralCode(good.slice(1))).toMatchObject({ ok: false });
    },
  );
});
