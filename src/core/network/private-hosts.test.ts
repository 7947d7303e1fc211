import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { guardedLookup, isPublicAddress, refuseAddress } from "./private-hosts.ts";

describe("isPublicAddress", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.1.2.3",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:53aa:64c::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "4000::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "",
    "localhost",
    "1.2.3",
    "2130706433",
    "0x7f.1",
    "8.8.8.8.",
    "[2606:4700::1]",
  ])("refuses %s", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "3ffe::1",
    "64:ff9b::8.8.8.8",
  ])("lets %s pass", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("refuseAddress", () => {
  test.each([
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "[fe80::1]",
  ])("refuses http://%s/", (host) => {
    expect(() => refuseAddress(new URL(`http://${host}/`), isPublicAddress)).toThrow("the host is not public");
  });

  test("leaves names to the look-up, and public addresses alone", () => {
    for (const host of ["example.com", "localhost", "8.8.8.8", "[2606:4700::1]"])
      expect(() => refuseAddress(new URL(`http://${host}/`), isPublicAddress)).not.toThrow();
  });
});

/** Asks `localhost` with the look-up that a resolver of our own stands behind. */
async function ask(
  port: number,
  resolve: () => Promise<readonly string[]>,
  allowed: (address: string) => boolean,
): Promise<string> {
  return new Promise((done, failed) => {
    const sent = request(
      { host: "localhost", port, agent: false, lookup: guardedLookup(resolve, allowed) },
      (response) => {
        response.resume();
        done(`answered by ${response.socket.remoteAddress ?? ""}`);
      },
    );
    sent.once("error", failed);
    sent.end();
  });
}

async function listening(): Promise<number> {
  const server = createServer((_request, response) => void response.end());
  await new Promise<void>((done) => server.listen(0, done));
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

const firstOnly = (address: string): boolean => address === "127.0.0.2";

describe("guardedLookup", () => {
  test("connects to the address that was checked, and looks it up once", async () => {
    const port = await listening();
    let asked = 0;
    const answers = ["127.0.0.2", "127.0.0.1"];
    const resolve = () => Promise.resolve([answers[asked++] ?? ""]);
    expect(await ask(port, resolve, firstOnly)).toBe("answered by 127.0.0.2");
    expect(asked).toBe(1);
    await expect(ask(port, resolve, firstOnly)).rejects.toThrow("the host is not public");
  });

  test("refuses a name one of whose addresses must not be asked", async () => {
    const port = await listening();
    await expect(ask(port, () => Promise.resolve(["127.0.0.2", "127.0.0.1"]), firstOnly)).rejects.toThrow(
      "the host is not public",
    );
    await expect(ask(port, () => Promise.resolve([]), firstOnly)).rejects.toThrow("the host is not public");
  });

  test("tells a name without an address from a private one to nobody", async () => {
    await expect(ask(await listening(), () => Promise.reject(new Error("ENOTFOUND")), firstOnly)).rejects.toThrow(
      "the host is not public",
    );
  });
});
