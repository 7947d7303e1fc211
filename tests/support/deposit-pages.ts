import type { Page } from "@playwright/test";
import type { App } from "./app.ts";

/** Asks for an address to pay to. */
export async function openDeposit(page: Page, app: Pick<App, "url">, amount: string): Promise<void> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill(amount);
  await page.getByRole("button", { name: "Show address" }).click();
  await page.waitForURL(/\/deposits\/dep_/);
  await page.getByText("Send this exact amount").waitFor();
}

/** In another tab, where the newest payment stands first. */
export async function playPayer(page: Page, app: Pick<App, "url">, act: string, then: RegExp): Promise<void> {
  const payer = await page.context().newPage();
  await payer.goto(`${app.url}/dev/pay`);
  await payer.getByRole("button", { name: act }).first().click();
  await payer.getByText(then).first().waitFor();
  await payer.close();
}
