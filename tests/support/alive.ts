import type { Page } from "@playwright/test";

/** Its buttons and forms answer: before React has taken them over, a press does nothing. */
export function alive(page: Page): Promise<unknown> {
  return page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll("main button, main form, header button")];
    return buttons.length > 0 && buttons.every((one) => Object.keys(one).some((key) => key.startsWith("__reactProps")));
  });
}
