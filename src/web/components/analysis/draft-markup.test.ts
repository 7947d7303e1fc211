import { expect, test } from "vitest";
import type { CheckedNumber } from "#src/contract/events.ts";
import { draftMarkup } from "./draft-markup.ts";

const text = "It fell by 9.5 % [M3], from 41 to 40, says **<b>nobody</b>**.";

function checked(printed: string, verdict: CheckedNumber["verdict"], evidence: string[] = []): CheckedNumber {
  return { offset: text.indexOf(printed), text: printed, verdict, evidence };
}

test("numbers are marked as they were checked, and nothing leads anywhere", () => {
  const html = draftMarkup(text, [checked("9.5 %", "evidence", ["M3", "M4"]), checked("41", "unsupported")]);
  expect(html).toContain('<span class="figure" title="Matches M3, M4">9.5 %</span>');
  expect(html).toContain('<mark title="not supported by the evidence">41</mark>');
  expect(html).toContain('<span class="cite">M3</span>');
  expect(html).toContain("<strong>&lt;b&gt;nobody&lt;/b&gt;</strong>");
  expect(html).not.toMatch(/<a |<b>/);
});

test("while it is written no number is marked", () => {
  expect(draftMarkup(text, [])).not.toMatch(/figure|<mark/);
});

test("a number that stands elsewhere than where it was checked is left alone", () => {
  const html = draftMarkup(text, [{ ...checked("41", "unsupported"), offset: 3 }]);
  expect(html).not.toContain("<mark");
});
