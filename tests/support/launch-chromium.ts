import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type Page,
} from "@playwright/test";
import { findChromium } from "../../scripts/find-chromium.ts";
import { desktop } from "./screens.ts";

/** Pages of a test live for a second or two: what optimising compilers spend on their scripts never comes back. */
const unoptimised = "--js-flags=--no-opt,--no-maglev";

/** For what is no test: one page, and how to end its browser. */
export async function openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await chromium.launch(settings());
  const page = await (await patientContext(browser, options)).newPage();
  return { page, close: () => browser.close() };
}

/** For tests: one that several processes use at once, each with contexts of its own. */
export function launchServer(): Promise<BrowserServer> {
  // Whoever keeps it ends it, and not a key that reaches all processes of a terminal.
  const untilToldTo = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launchServer({ ...settings(unoptimised), ...untilToldTo });
}

/** @throws when this machine has none */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === null)
    throw new Error(
      "no Chromium found: install Debian's package chromium-headless-shell or chromium, or set CHROMIUM_PATH",
    );
  return path;
}

function settings(...more: readonly string[]) {
  // Containers have no user namespaces for its sandbox; the pages are our own.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", ...more];
  return { executablePath: chromiumPath(), args };
}

/** What never comes is told in the end; what comes late, on a machine that does other things as well, is no fault. */
export async function patientContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop, ...options });
  context.setDefaultTimeout(240_000);
  return context;
}
