import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "vitest";

/** In both themes, without the way from one to the other. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The page follows the system once it is alive, which it may not be yet.
    await page.evaluate((dark) => {
      document.documentElement.classList.toggle("dark", dark);
      return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    }, colorScheme === "dark");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) })),
      `${page.url()}, ${colorScheme}`,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
