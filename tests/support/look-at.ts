import type { Page } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";
import { desktop, phone } from "./screens.ts";
import { picture } from "./picture.ts";

/** Of everything on the page: no fault of access, and pictures (desktop, phone and dark) for whoever wants to look. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await expectNoFaults(page);
  await picture(page, name, { whole: true });
  if (process.env["PICTURES"] === undefined) return;
  await page.setViewportSize(phone);
  await picture(page, `${name} phone`, { whole: true });
  await page.setViewportSize(desktop);
}
