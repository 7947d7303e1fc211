import { expect, test } from "vitest";
import { renderLetter } from "./letter-layout.ts";

test("a letter names its language, direction and characters, and a name from the right stands as it is written", async () => {
  const { html, text, subject } = await renderLetter({
    subject: "أرامكو: Hold",
    heading: "أرامكو: Hold",
    paragraphs: ["تحليل أرامكو 2222.SR", "می‌تواند"],
    action: null,
    reason: "You asked for it.",
    turnOffUrl: null,
  });
  expect(html).toMatch(/<html[^>]*dir="ltr"[^>]*lang="en"|<html[^>]*lang="en"[^>]*dir="ltr"/);
  expect(html).toMatch(/charset=utf-8/i);
  expect(html.match(/dir="auto"/g)).toHaveLength(3);
  for (const part of ["تحليل أرامكو", "می‌تواند"]) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
  expect(subject).toBe("أرامكو: Hold");
});
