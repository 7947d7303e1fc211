import { expect, test } from "vitest";
import { expectNoFaults } from "./axe.ts";
import { useChromium } from "./chromium.ts";

const chromium = useChromium();

const page = (style: string, body: string): string =>
  `<!doctype html><html lang="en"><title>A page</title><style>${style}</style><main><h1>A page</h1>${body}</main></html>`;

test("a page without a fault passes", async () => {
  const open = await chromium.open();
  await open.setContent(page("", "<p>Text that can be read</p>"));
  await expectNoFaults(open);
});

test.each([
  ["of any theme", page("", '<img src="data:," />'), "image-alt"],
  ["of the dark theme alone", page(".dark p { color: #eee }", "<p>Text</p>"), "color-contrast"],
])("a fault %s is found", async (_, content, id) => {
  const open = await chromium.open();
  await open.setContent(content);
  await expect(expectNoFaults(open)).rejects.toThrow(id);
});
