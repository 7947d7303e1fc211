import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { pageServer, type PageServer } from "#tests/support/page-server.ts";
import { rawAnswer as raw } from "#tests/support/raw-answer.ts";

let testApp: TestApp;
let pages: PageServer & { release(): void };
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

describe("passing on", () => {
  test("pieces come as they are sent, and connections to the pages are kept", async () => {
    const reply = await fetch(`${door.url}/slow`);
    const reader = reply.body?.getReader();
    const text = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    expect(await text()).toBe("first ");
    pages.release();
    expect(await text()).toBe("second");
    await reader?.cancel();
  });

  test("who goes away is gone for the page too", async () => {
    const leaving = new AbortController();
    const gone = fetch(`${door.url}/never?left`, { signal: leaving.signal }).catch(() => "gone");
    await expect.poll(() => pages.visits.at(-1)?.url).toBe("/never?left");
    const visit = pages.last();
    leaving.abort();
    expect(await gone).toBe("gone");
    await expect.poll(() => visit.cut).toBe(true);
  });

  test("a page that breaks off is seen to be broken, and not taken for whole", async () => {
    await expect(fetch(`${door.url}/broken`).then((reply) => reply.text())).rejects.toThrow("terminated");
  });

  test("HEAD, queries, cookies and bodies arrive as they were sent", async () => {
    await raw(door.url, "/a?b=%20c&d", { method: "HEAD", headers: { cookie: "x=1; y=2" } });
    expect(pages.last()).toMatchObject({ method: "HEAD", url: "/a?b=%20c&d", headers: { cookie: "x=1; y=2" } });
    const body = JSON.stringify(["x".repeat(99_996)]);
    const headers = { "next-action": "7f", "content-type": "text/plain;charset=UTF-8" };
    for (const chunked of [false, true]) {
      await raw(door.url, "/form", { method: "POST", body, headers, chunked });
      expect(pages.last()).toMatchObject({ method: "POST", size: 100_000, headers: { "next-action": "7f" } });
    }
    await raw(door.url, "/form", { method: "POST", body: "x".repeat(100_000), chunked: true });
    expect(pages.last()).toMatchObject({ method: "POST", size: 100_000 });
  });
});

describe("while the pages are away", () => {
  test("a browser gets a small page, everybody else JSON, and the API goes on", async () => {
    await pages.stop();
    const page = await raw(door.url, "/pricing", { headers: { accept: "text/html,*/*" } });
    expect(page).toMatchObject({ status: 503, headers: { "retry-after": "2", "cache-control": "no-store" } });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body.toString()).toContain("Conclave is starting");
    expect(page.headers["refresh"]).toBe("3");
    expect(page.body.toString()).toContain("reloads by itself");
    expect(page.body.toString()).not.toMatch(/<script|127\.0\.0\.1|ECONNREFUSED/);
    const json = await raw(door.url, "/pricing");
    expect(json.status).toBe(503);
    expect(json.headers["refresh"]).toBeUndefined();
    expect(JSON.parse(json.body.toString())).toEqual({ detail: "Conclave is starting" });
    expect((await raw(door.url, "/v1/config")).status).toBe(200);
    await pages.start();
    expect((await raw(door.url, "/pricing")).status).toBe(200);
  });

  test("a kept connection that was dead already is no answer: a question is asked once more, a form is not", async () => {
    await raw(door.url, "/warm");
    expect((await raw(door.url, "/once?asked")).status).toBe(200);
    await raw(door.url, "/warm");
    expect((await raw(door.url, "/once?sent", { method: "POST", body: "x" })).status).toBe(502);
  });

  test("502 when they break off before they have said anything", async () => {
    const { status, headers, body } = await raw(door.url, "/dead");
    expect({ status, again: headers["retry-after"] }).toEqual({ status: 502, again: "2" });
    expect(JSON.parse(body.toString())).toEqual({ detail: "This page could not be loaded" });
  });
});

describe("websockets", () => {
  /** What comes back for an upgrade, and for a message after it. */
  function upgrade(port: number, origin: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let read = "";
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          `GET /_next/webpack-hmr HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
        ),
      );
      socket.on("data", (chunk: Buffer) => {
        read += chunk.toString();
        if (read.includes("echo") || !read.startsWith("HTTP/1.1 101")) return void socket.end();
        socket.write("hello");
      });
      socket.once("end", () => socket.end());
      socket.once("close", () => resolve(read));
      socket.once("error", reject);
    });
  }

  test("pass in development, from our own pages", async () => {
    const developing = await testApp.open({
      webUrl: pages.url,
      surroundings: { publicUrl: null, trustedProxies: [], development: true },
    });
    expect(await upgrade(developing.port, `http://127.0.0.1:${developing.port}`)).toMatch(
      /^HTTP\/1\.1 101 [\s\S]*echo hello$/,
    );
    expect(await upgrade(developing.port, "https://evil.example")).toBe("");
  });

  test("do not otherwise", async () => {
    expect(await upgrade(door.port, `http://127.0.0.1:${door.port}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(pages.last().headers).not.toHaveProperty("upgrade");
  });
});
