import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { cleanText, webAddress } from "./clean-text.ts";

describe("cleanText", () => {
  test.each([
    ["AT&amp;T &quot;beats&quot; Street&#39;s view", `AT&T "beats" Street's view`],
    ["Apple&#8217;s &#x2014; margin", "Apple’s — margin"],
    ["it&#146;s up", "it’s up"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["S&P 500 & AT&T; profit &unknown; &copy2", "S&P 500 & AT&T; profit &unknown; &copy2"],
    ["100&nbsp;&Euro; &euro;5 &Eacute;lan &frac34; &rarr; &AMP", "100 &Euro; €5 Élan ¾ → &AMP"],
    ["&#0;&#1114112;&#xD800;", "\uFFFD\uFFFD\uFFFD"],
    ["cut \uD83D here", "cut \uFFFD here"],
    ["  two\t\r\n lines\u2028and\u00A0a&nbsp;half ", "two lines and a half"],
    ["buy \u202Elles\u202C now\u2066\u2069", "buy lles now"],
    ["ze\u200Bro\u200D wi\u2060dth\uFEFF so\u00ADft&shy;", "zero width soft"],
    ["nul\u0000 bell\u0007 \u001B[31mred del\u007F c1\u009B", "nul bell [31mred del c1"],
    ["tags\u{E0041}\u{E0042} and selectors\uFE0F\u{E0101}", "tags and selectors"],
    ["hidden &#8238;override&#x200b;", "hidden override"],
    ["a \u0000 b", "a b"],
    ["🚀 naïve 東京 Ñ", "🚀 naïve 東京 Ñ"],
    ["\u200B\u202E ", ""],
  ])("%j becomes %j", (dirty, clean) => {
    expect(cleanText(dirty)).toBe(clean);
  });

  const hidden = fc.constantFrom("\u200B", "\u202E", "\u0000", "\u{E0061}", "\uFE0F", "\u2060", "\u0085");
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), hidden, fc.constantFrom("\n", "\t", " ", "\uD800"));

  property.prop([fc.array(piece)])("nothing invisible, no line break and no double space is left", (pieces) => {
    const clean = cleanText(pieces.join(""));
    expect(clean).not.toMatch(/[\p{Format}\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]| {2}|^ | $/u);
    expect(clean.isWellFormed()).toBe(true);
  });

  property.prop([fc.array(piece)])("cleaning clean text changes nothing", (pieces) => {
    const clean = cleanText(pieces.join("").replaceAll("&", ""));
    expect(cleanText(clean)).toBe(clean);
  });
});

describe("webAddress", () => {
  test.each([
    ["https://example.com/a?b=1", "https://example.com/a?b=1"],
    ["http://example.com", "http://example.com/"],
    ["javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["/relative", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("%j is %j", (given, address) => {
    expect(webAddress(given)).toBe(address);
  });
});
