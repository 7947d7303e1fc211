import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { InvalidInput } from "#src/core/errors.ts";
import { removeAvatar, setAvatar } from "#src/product/accounts/avatar.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
let browser: Browser;
let userId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  browser = await confirmedUser(testApp, door, "face@example.com");
  userId = await userIdOf(browser);
});
afterAll(() => testApp.drop());

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#c03" } });

async function picture(): Promise<{ type: string | null; bytes: Buffer; headers: Headers }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${door.url}/api/avatar`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return {
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
    headers: answer.headers,
  };
}

describe("GET /api/avatar", () => {
  test("is a 401 for who is not signed in", async () => {
    const { status, body } = await openBrowser(door.url).get("/api/avatar");
    expect({ status, body }).toEqual({ status: 401, body: { detail: "sign in first" } });
  });

  test("draws one from the id: the same each time, another for another user, private, and harmless as a document", async () => {
    const one = await picture();
    expect(one.type).toBe("image/svg+xml");
    expect(one.bytes.toString()).toMatch(/^<svg/);
    expect(one.bytes.toString()).not.toMatch(/<script|href|onload/i);
    expect((await picture()).bytes).toEqual(one.bytes);
    expect(one.headers.get("cache-control")).toBe("private, no-cache");
    expect(one.headers.get("x-content-type-options")).toBe("nosniff");
    expect(one.headers.get("content-security-policy")).toContain("sandbox");
    const other = await confirmedUser(testApp, door, "face2@example.com");
    expect((await other.get("/api/avatar")).text).not.toBe(one.bytes.toString());
  });

  test("answers 304 to whoever has it, until it changes", async () => {
    const etag = (await picture()).headers.get("etag") ?? "";
    const ask = (tag: string) => browser.get("/api/avatar", { headers: { "if-none-match": tag } });
    expect((await ask(etag)).status).toBe(304);
    expect((await ask(`W/${etag.replace(/^W\//, "")}`)).status).toBe(304);
    await setAvatar(customerContext(testApp, userId), await canvas(40, 40).png().toBuffer());
    const changed = await ask(etag);
    expect(changed.status).toBe(200);
    expect((await ask(changed.headers.get("etag") ?? "")).status).toBe(304);
    await removeAvatar(customerContext(testApp, userId));
    expect((await ask(etag)).status).toBe(304);
  });

  test.each(["png", "jpeg", "webp", "gif", "avif"] as const)(
    "shows an uploaded %s as a square WebP without metadata",
    async (format) => {
      const file = await canvas(300, 120)
        .withExif({ IFD0: { Copyright: "somebody", ImageDescription: "at home" } })
        .toFormat(format)
        .toBuffer();
      await setAvatar(customerContext(testApp, userId), file);
      const { type, bytes } = await picture();
      const known = await sharp(bytes).metadata();
      expect(type).toBe("image/webp");
      expect(known).toMatchObject({ format: "webp", width: 512, height: 512 });
      expect([known.exif, known.icc, known.xmp]).toEqual([undefined, undefined, undefined]);
    },
  );

  test("turns a photo upright", async () => {
    const left = await sharp({ create: { width: 20, height: 40, channels: 3, background: "#fff" } })
      .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: "#000" } }, top: 0, left: 0 }])
      .jpeg()
      .withMetadata({ orientation: 3 })
      .toBuffer();
    await setAvatar(
      customerContext(testApp, userId),
      await sharp(left).keepMetadata().resize(20, 20, { fit: "fill" }).jpeg().toBuffer(),
    );
    const { data, info } = await sharp((await picture()).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (y: number): number => data[(y * info.width + 256) * info.channels] ?? -1;
    expect(at(20)).toBeGreaterThan(200);
    expect(at(490)).toBeLessThan(60);
  });

  test("takes the first frame of a moving picture", async () => {
    const frames = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 32, height: 32, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
    await setAvatar(customerContext(testApp, userId), gif);
    const { bytes } = await picture();
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  test("refuses what is no picture of the web, what is damaged, and what is too large", async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const png = await canvas(600, 600).png({ compressionLevel: 0 }).toBuffer();
    const files: [Uint8Array, RegExp][] = [
      [svg, /must be a valid PNG/],
      [await canvas(9, 9).tiff().toBuffer(), /must be a valid PNG/],
      [Buffer.from("%PDF-1.4\n"), /must be a valid PNG/],
      [Buffer.from("GIF89a"), /must be a valid PNG/],
      [new Uint8Array(0), /must be a valid PNG/],
      [png.subarray(0, png.length / 2), /must be a valid PNG/],
      [new Uint8Array(5 * 1_048_576 + 1), /larger than 5 MB/],
      [await canvas(10_001, 2).png().toBuffer(), /50 million pixels/],
    ];
    await setAvatar(customerContext(testApp, userId), await canvas(8, 8).png().toBuffer());
    const before = (await picture()).bytes;
    for (const [file, said] of files) {
      const refused = setAvatar(customerContext(testApp, userId), file);
      await expect(refused).rejects.toBeInstanceOf(InvalidInput);
      await expect(refused).rejects.toThrow(said);
    }
    expect((await picture()).bytes).toEqual(before);
  });
});
