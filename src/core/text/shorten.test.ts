import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { ellipsis, shorten } from "./shorten.ts";

test.each([
  ["plain letters", 5, "plain"],
  ["short", 9, "short"],
  ["👩‍👩‍👧 family", 3, ""],
  ["ab👍🏽c", 4, "ab"],
  ["ab👍🏽c", 6, "ab👍🏽"],
  ["स्थिति", 1, ""],
  ["किर्ति", 2, "कि"],
  ["e\u0301te\u0301", 1, ""],
  ["e\u0301te\u0301", 3, "e\u0301t"],
  ["🇩🇪🇫🇷", 6, "🇩🇪"],
  ["腾讯控股", 2, "腾讯"],
])("%s in %i units is %s", (text, most, short) => expect(shorten(text, most)).toBe(short));

test("what is left out shows as an ellipsis within the limit", () => {
  expect(ellipsis("one two three", 8)).toBe("one two…");
  expect(ellipsis("one two", 7)).toBe("one two");
});

const characters = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }), { maxLength: 30 });

property.prop([characters, fc.nat(60)], { seed: 1, numRuns: 500 })(
  "a cut text is made of whole characters of the text, and no longer than it may be",
  (parts, most) => {
    const text = parts.join("");
    const cut = shorten(text, most);
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(text.startsWith(cut)).toBe(true);
    const starts = new Set(Array.from(new Intl.Segmenter().segment(text), ({ index }) => index));
    if (cut !== text) expect(starts).toContain(cut.length);
  },
);
