import type { Page } from "@playwright/test";
import { source, type AxeResults, type RunOptions } from "axe-core";
import { expect } from "vitest";

/** No element is of one theme alone, so the second one is looked at by the rules on colours. No rule here needs a file. */
const options: Readonly<Record<"light" | "dark", RunOptions>> = {
  light: { resultTypes: ["violations"], preload: false },
  dark: { resultTypes: ["violations"], preload: false, runOnly: ["color-contrast", "link-in-text-block"] },
};

/**
 * In both themes, without the way from one to the other. Axe is put into the page once: the bindings for Playwright
 * put it in for each look, open a second page to sum up in, and take five times as long.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The page follows the system once it is alive, which it may not be yet.
    await page.evaluate((dark) => {
      document.documentElement.classList.toggle("dark", dark);
      return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    }, colorScheme === "dark");
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options[colorScheme])})`);
    expect(
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) })),
      `${page.url()}, ${colorScheme}`,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
