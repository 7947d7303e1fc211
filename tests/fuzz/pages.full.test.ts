import * as fc from "fast-check";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perMinute } from "#src/server/http/protection/rate-limits.ts";
import { setRole } from "#src/product/accounts/profile.ts";
import { grantPlan } from "#src/product/plans/plans.ts";
import { startPatienceMs } from "#tests/support/app.ts";
import { actionsOnDisk, filesOnDisk, pagesOnDisk, startPages, type Pages } from "#tests/support/built-pages.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { actionArguments, pageRequest, type WebRequest } from "#tests/support/fuzz/web.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";
import { systemContext } from "#tests/support/contexts.ts";

const seed = 20_261_122;
const runs = 4;
/** What ends the sessions that the other requests are made with. */
const ending = ["account.deleteMyAccount", "account.revokeOtherSessions"];
const names = [
  "q",
  "before",
  "status",
  "owner",
  "ticker",
  "symbol",
  "rating",
  "from",
  "to",
  "a",
  "b",
  "left",
  "right",
  "page",
  "trades",
  "next",
  "token",
  "mail",
  "payment",
  "amount",
  "list",
  "tab",
  "id",
  "error",
];

let testApp: TestApp;
let rendering: Pages | null = null;
let door: FrontDoor;
let admin: Browser;
beforeAll(async () => {
  testApp = await openTestApp();
  rendering = await startPages(testApp);
  door = await testApp.open({
    access: { open: false, loopback: true },
    webUrl: rendering.url,
    perMinute: Object.fromEntries(Object.keys(perMinute).map((rule) => [rule, 10_000_000])),
  });
  admin = await confirmedUser(testApp, door, "admin@example.test");
  const room = systemContext(testApp);
  await setRole(room, { email: "admin@example.test", role: "admin" });
  await grantPlan(room, { owner: await userIdOf(admin), plan: "elite", days: 30 });
}, startPatienceMs);
afterAll(async () => {
  rendering?.stop();
  await testApp.drop();
});

interface Answered {
  readonly status: number;
  readonly text: string;
}

function send({ method, path, headers, body }: WebRequest, { cookies }: Pick<Browser, "cookies">): Promise<Answered> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: door.port, method, path, headers: { ...headers, ...(cookie !== "" && { cookie }) } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text })).once("error", reject);
      },
    );
    asked.once("error", reject).end(body === null ? undefined : Buffer.from(body, "latin1"));
  });
}

function hold({ method, path }: WebRequest, { status, text }: Answered): void {
  const name = `${method} ${path.slice(0, 200)} → ${status} ${text.slice(0, 300)}`;
  if (status >= 500) throw new Error(name);
  // An action and a page that break say so in a 200, since the page has begun.
  if (/on our side/.test(text) && method === "POST") throw new Error(`unforeseen: ${name}`);
  if (/"digest":"\d+"|data-dgst="\d+"/.test(text)) throw new Error(`a page broke: ${name}`);
  if (/node_modules\/|\.ts:\d+:\d+/.test(text)) throw new Error(`something of the inside in ${name}`);
}

describe("pages", () => {
  test.each([...pagesOnDisk(), ...filesOnDisk()])("%s", async (page) => {
    const nobody = openBrowser(door.url);
    await fc.assert(
      fc.asyncProperty(pageRequest(page, names), fc.boolean(), async (asked, known) =>
        hold(asked, await send(asked, known ? admin : nobody)),
      ),
      { numRuns: runs, seed },
    );
  });
});

describe("actions", () => {
  test.each(actionsOnDisk().filter((name) => !ending.includes(name)))("%s", async (name) => {
    const built = rendering?.actions.get(name);
    if (built === undefined) throw new Error(`no page uses ${name}`);
    const about = { method: "POST", path: built.path } as const;
    await fc.assert(
      fc.asyncProperty(await actionArguments(name), async ({ headers, body }) => {
        const asked = { ...about, headers: { origin: door.url, "next-action": built.id, ...headers }, body };
        hold(asked, await send(asked, admin));
      }),
      { numRuns: 2 * runs, seed },
    );
  });

  test("ids that are none", async () => {
    const args = await actionArguments("account.saveName");
    const ids = fc.oneof(
      fc.constantFrom("", "x", "0".repeat(42), "7f".repeat(21), "__proto__", "../..", "x".repeat(4000)),
      fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 40, maxLength: 44 }),
    );
    await fc.assert(
      fc.asyncProperty(
        ids,
        args,
        fc.constantFrom("/", "/settings", "/admin", "/sign-in", "/none", "/backtests"),
        async (id, { headers, body }, path) => {
          const asked = {
            method: "POST",
            path,
            headers: { origin: door.url, "next-action": id, ...headers },
            body,
          } as const;
          hold(asked, await send(asked, admin));
        },
      ),
      { numRuns: 30, seed },
    );
  });
});

test("after all this somebody is still signed in, and the pages are served", async () => {
  expect((await admin.get("/dashboard")).status).toBe(200);
});
