import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";

/* What the pages' own server would answer with 500 although the request is wrong: it does not hear of it. */

let testApp: TestApp;
let pages: PageServer;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  pages = await pageServer();
  door = await testApp.open({ webUrl: pages.url });
});
afterAll(async () => {
  await testApp.drop();
  await pages.stop();
});

const action = { "next-action": "7f" };
const asText = { ...action, "content-type": "text/plain;charset=UTF-8" };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** @returns the status, and whether the pages were asked */
async function post({ headers = {}, body }: Sent): Promise<readonly [status: number, asked: boolean]> {
  const before = pages.visits.length;
  const init = { method: "POST", headers, ...(body !== undefined && { body }) };
  const { status } = await fetch(`${door.url}/settings`, init);
  return [status, pages.visits.length > before];
}

function form(fields: readonly (readonly [string, string | Blob])[]): FormData {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
}

const byScript = [
  ["_1_label", "$19 a month"],
  ["_1_file", new Blob(["x"])],
  ["0", '[null,"$K1"]'],
] as const;
const byBrowser = [
  ["$ACTION_REF_1", ""],
  ["$ACTION_1:0", '{"id":"60","bound":"$@1"}'],
  ["$ACTION_1:1", "[null]"],
  ["label", "$@2"],
] as const;

describe("arguments of an action", () => {
  test.each([
    ["none", "[]"],
    ["texts, numbers and nothing", '["a",1,null,"$undefined","$NaN","$-Infinity","$-0","$n12"]'],
    ["a text that begins with a mark", '["$$19"]'],
    ["a day", '["$D2025-06-02T00:00:00.000Z"]'],
    ["an object", '[{"a":["b"]}]'],
  ])("%s reach the page", async (_name, body) => {
    expect(await post({ headers: asText, body })).toEqual([200, true]);
  });

  test("in a form that a script sends reach the page, and so does a form that a browser sends by itself", async () => {
    expect(await post({ headers: action, body: form(byScript) })).toEqual([200, true]);
    expect(await post({ body: form(byBrowser) })).toEqual([200, true]);
    expect(await post({ body: form([["label", "$1"]]) })).toEqual([200, true]);
  });

  test.each([
    ["what is no JSON", { headers: asText, body: "[undefined]" }],
    ["nothing at all", { headers: asText, body: "" }],
    ["no list", { headers: asText, body: "{}" }],
    ["a form that is not there", { headers: asText, body: '["$K1"]' }],
    ["a text that refers to another part", { headers: asText, body: '["$1:then"]' }],
    ["a mark alone", { headers: asText, body: '["$"]' }],
    ["another type", { headers: { ...action, "content-type": "application/json" }, body: "[]" }],
    [
      "a form without its end",
      { headers: { ...action, "content-type": "multipart/form-data; boundary=x" }, body: "--x" },
    ],
    ["a form without arguments", { headers: action, body: form([["_1_label", "x"]]) }],
    ["a form that refers to itself", { headers: action, body: form([["0", '["$0"]']]) }],
    ["an action of a page that is no JSON", { body: form([["$ACTION_1:0", "{"]]) }],
    ["an action of a page without what it is bound to", { body: form([["$ACTION_1:0", '{"id":"60","bound":"$@1"}']]) }],
  ])("%s are refused, and no page hears of it", async (_name, sent) => {
    expect(await post(sent)).toEqual([400, false]);
  });
});

describe("an address", () => {
  test.each(["/help/%ff", "/%", "/help/%zz", "/help/%ED%A0%80", "/help/a%00b", "/help?q=%00"])(
    "%s that cannot be read is no page",
    async (path) => {
      const before = pages.visits.length;
      const { status } = await fetch(`${door.url}${path}`);
      expect([status, pages.visits.length]).toEqual([404, before]);
    },
  );

  test("a router's state that cannot be read is taken out, one that can stays", async () => {
    for (const state of ["x", "%5B", "%ff", "[]", "x".repeat(9000)]) {
      await fetch(`${door.url}/help`, { headers: { rsc: "1", "next-router-state-tree": state } });
      expect(pages.last().headers).not.toHaveProperty("next-router-state-tree");
    }
    const whole = encodeURIComponent(JSON.stringify(["", { children: ["help", {}] }, null, null]));
    await fetch(`${door.url}/help`, { headers: { rsc: "1", "next-router-state-tree": whole } });
    expect(pages.last().headers["next-router-state-tree"]).toBe(whole);
  });
});
