import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** A picture for whoever wants to look, where PICTURES names a folder. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole });
}
