import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apple, ask, errorsOf } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
let inside: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  inside = await testApp.open({ settings: { webhookAllowPrivate: true } });
});
afterAll(() => testApp.drop());

const post = (to: FrontDoor, url: string) =>
  ask(to.url, "POST", "/v1/analyses", { json: { ...apple, webhook_url: url } });

/** Addresses of this machine and the networks around it, in every spelling that a URL may have. */
const hidden = [
  "http://127.0.0.1/",
  "https://127.0.0.1:8443/hook",
  "http://127.1/",
  "http://127.0.0.1./",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.0x0.0x0.0x1/",
  "http://0177.0.0.1/",
  "http://0177.1:80/",
  "http://0/",
  "http://0.0.0.0:3000/",
  "http://１２７.０.０.１/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http://user:secret@10.0.0.1/",
  "http://8.8.8.8@127.0.0.1/",
  "http://8.8.8.8:80@192.168.1.1:81/?to=8.8.8.8#8.8.8.8",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://[::1]/",
  "http://[::]:3000/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[64:ff9b::10.0.0.1]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/latest",
  "http://172.16.0.1/",
  "http://100.64.0.1/",
  "http://localhost/",
  "https://LOCALHOST:3000/",
  "http://localhost./",
  "http://app.localhost/",
  "http://user@localhost/",
];

describe("an address of this machine or its networks", () => {
  test.each(hidden)("%s is refused when it is submitted", async (url) => {
    const { hostname } = new URL(url);
    const error = `must be reachable from the internet; ${hostname} is a private address`;
    expect(errorsOf(await post(door, url))).toEqual([
      {
        type: "value_error",
        loc: ["body", "webhook_url"],
        msg: `Value error, ${error}`,
        input: url,
        ctx: { error },
      },
    ]);
  });

  test("starts no job, and takes no idempotency key", async () => {
    const headers = { "idempotency-key": "hidden" };
    const submit = (webhook_url: string) =>
      ask(door.url, "POST", "/v1/analyses", { json: { ...apple, webhook_url }, headers });
    const before = await testApp.db.pool.query("select id from analyses");
    expect((await submit("http://10.0.0.1/")).status).toBe(422);
    expect((await testApp.db.pool.query("select id from analyses")).rowCount).toBe(before.rowCount);
    expect((await submit("https://example.com/")).status).toBe(202);
  });

  test("is taken where the server allows private addresses", async () => {
    for (const url of ["http://127.0.0.1:8080/", "http://localhost/", "http://[::1]/"])
      expect((await post(inside, url)).status).toBe(202);
  });

  test.each([
    "https://example.com/hooks",
    "https://user:secret@example.com:8443/hooks?token=1",
    "http://8.8.8.8/",
    "http://[2606:4700:4700::1111]:8080/",
    "https://localhost.example.com/",
    "https://10.0.0.1.example.com/",
    "https://notlocalhost/",
  ])("%s is not one: where a name leads is looked up when it is told", async (url) => {
    expect((await post(door, url)).status).toBe(202);
  });
});
