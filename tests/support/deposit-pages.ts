import type { Page } from "@playwright/test";
import type { App } from "./app.ts";

/** Asks for an address to pay to. @returns the deposit's id */
export async function openDeposit(page: Page, app: Pick<App, "url">, amount: string): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill(amount);
  await page.getByRole("button", { name: "Show address" }).click();
  await page.waitForURL(/\/deposits\/dep_/);
  await page.getByText("Send this exact amount").waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Presses a button of the payer's, in another tab, where the payments of everybody stand. */
export async function playPayer(
  page: Page,
  app: Pick<App, "url">,
  { deposit, act, shows }: { readonly deposit: string; readonly act: string; readonly shows: RegExp },
): Promise<void> {
  const payer = await page.context().newPage();
  await payer.goto(`${app.url}/dev/pay`);
  const button = payer.getByRole("button", { name: act });
  // The innermost that has both is the deposit's own card.
  const card = payer.locator("div").filter({ hasText: deposit }).filter({ has: button }).last();
  await card.getByRole("button", { name: act }).click();
  await card.getByText(shows).first().waitFor();
  await payer.close();
}
