import { expect, test } from "vitest";
import { withOneStop, withoutGaps } from "./prose-markup.ts";

test.each([
  ["<h5>a</h5><p>x</p><h6>b</h6><h4>c</h4>", "<h4>a</h4><p>x</p><h5>b</h5><h4>c</h4>"],
  ["<h4>a</h4><h6>b</h6><h6>c</h6>", "<h4>a</h4><h5>b</h5><h6>c</h6>"],
])("headings have no gap: %s", (html, wanted) => {
  expect(withoutGaps(html)).toBe(wanted);
});

test("of a statement's links the first is a stop of the Tab key", () => {
  expect(withOneStop('<a href="#M1">M1</a> &lt;a <a href="#M2">M2</a>')).toBe(
    '<a href="#M1">M1</a> &lt;a <a tabindex="-1" href="#M2">M2</a>',
  );
});
