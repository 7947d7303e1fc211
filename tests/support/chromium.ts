import { chromium, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { findChromium } from "../../scripts/find-chromium.js";

export interface Screen {
  readonly width: number;
  readonly height: number;
}
export const desktop: Screen = { width: 1280, height: 900 };
export const phone: Screen = { width: 360, height: 780 };

export interface Chromium {
  /** A page in a context of its own. A console error or an exception on it fails the test that opened it. */
  open(options?: BrowserContextOptions & { readonly expectErrors?: RegExp }): Promise<Page>;
}

/** One browser for a test file. */
export function useChromium(): Chromium {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath === null)
      throw new Error("no Chromium found: install Debian's package chromium, or set CHROMIUM_PATH");
    // Containers have no user namespaces for its sandbox; the pages are our own.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  }, 60_000);
  afterAll(() => browser.close());
  return {
    async open({ expectErrors, ...options } = {}) {
      const context = await browser.newContext({ viewport: desktop, ...options });
      const page = await context.newPage();
      const faults: string[] = [];
      const note = (text: string): void => {
        if (expectErrors?.test(text) !== true) faults.push(text);
      };
      page.on("console", (message) => {
        if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => note(String(error)));
      onTestFinished(async () => {
        await context.close();
        if (faults.length > 0) throw new Error(`the page complained:\n${faults.join("\n")}`);
      });
      return page;
    },
  };
}
