import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "@playwright/test";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { askKeeper } from "./ask-keeper.ts";
import { patientContext } from "./launch-chromium.ts";

type FetchesAhead = "always" | "once" | "never";

export interface Chromium {
  /** A page in a context of its own, or in one that is kept. A console error or an exception on it fails the test that opened it. */
  open(
    options?: BrowserContextOptions & { readonly expectErrors?: RegExp; readonly within?: BrowserContext },
  ): Promise<Page>;
  /** What it has loaded once is there for all its pages, as in a browser that stays open. It lives as long as the file. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/**
 * The one browser of the run, with contexts of the file's own.
 * @param fetchesAhead whether pages fetch what their links lead to before one is followed. This is a third of what a
 * page costs, and the same on each: `always` in tests/e2e/day.test.ts, `once` for an address in pages.full.test.ts, and the
 * others fetch what they open.
 */
export function useChromium({ fetchesAhead = "never" }: { fetchesAhead?: FetchesAhead } = {}): Chromium {
  let browser: Browser;
  beforeAll(async () => {
    const endpoint: unknown = JSON.parse(await askKeeper("browser"));
    browser = await chromium.connect(String(endpoint));
  });
  afterAll(() => browser.close());
  const newContext: Chromium["newContext"] = async (options) => {
    const context = await patientContext(browser, options);
    if (options?.javaScriptEnabled === false) return context;
    context.on("page", waitForStreamed);
    if (fetchesAhead !== "always") await context.addInitScript(holdFetchesAhead, fetchesAhead === "once");
    return context;
  };
  return {
    newContext,
    async open({ expectErrors, within, ...options } = {}) {
      const context = within ?? (await newContext(options));
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
        await (within === undefined ? context : page).close();
        if (faults.length > 0) throw new Error(`the page complained:\n${faults.join("\n")}`);
      });
      return page;
    },
  };
}

/**
 * In a page: what Next asks for ahead finds nothing, as where the server is too busy to tell.
 * @param once the first time for an address it is fetched
 */
function holdFetchesAhead(once: boolean): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has("next-router-prefetch")) return fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const fetched = `fetched ahead: ${pathname} ${headers.get("next-router-segment-prefetch")}`;
    if (!once || localStorage.getItem(fetched) !== null) return Promise.resolve(new Response(null, { status: 503 }));
    localStorage.setItem(fetched, "");
    return fetch(input, init);
  };
}

/**
 * React keeps what was streamed in hidden places for a moment, even beside what the browser has made of it itself by
 * then: a field is there twice. A page that was asked for is there when these places are gone.
 */
function waitForStreamed(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const shown = async <T>(answer: T): Promise<T> => {
    await page.waitForFunction(() => document.querySelector('[hidden][id^="S:"]') === null);
    return answer;
  };
  page.goto = async (...to) => shown(await goto(...to));
  page.reload = async (...options) => shown(await reload(...options));
}
