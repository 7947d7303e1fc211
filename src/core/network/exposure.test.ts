import { describe, expect, test } from "vitest";
import { readSettings } from "../config/config.ts";
import { exposureOf, nameOf, soleHost } from "./exposure.ts";

const exposed = (env: Record<string, string> = {}) => exposureOf(readSettings(env).service);

describe("who reaches the service", () => {
  test.each<[string, Record<string, string>]>([
    ["by default", {}],
    ["by name", { HOST: "localhost" }],
    ["by IPv6", { HOST: "::1" }],
    ["under a loopback name that is said", { PUBLIC_URL: "http://localhost:3000" }],
    ["under another name of this machine", { PUBLIC_URL: "http://localhost:3000,http://conclave.localhost" }],
  ])("only its own machine, and open, %s", (_name, env) => {
    expect(exposed(env)).toMatchObject({ local: true, open: true });
  });

  test.each<[string, Record<string, string>]>([
    ["listens for others", { HOST: "0.0.0.0" }],
    ["listens for others on IPv6", { HOST: "::" }],
    ["has an address of its network", { HOST: "192.168.1.5" }],
    ["listens on a name that only begins like an address", { HOST: "127.0.0.1.example.com" }],
    ["has a public address, behind a loopback one", { PUBLIC_URL: "https://conclave.example" }],
    ["has a proxy in front", { TRUSTED_PROXIES: "127.0.0.1" }],
    ["goes by another name", { PUBLIC_URL: "http://localhost,http://conclave.internal" }],
    ["has both", { PUBLIC_URL: "https://conclave.example", TRUSTED_PROXIES: "::1" }],
  ])("others, so that it asks for keys, when it %s", (_name, env) => {
    expect(exposed(env)).toMatchObject({ local: false, open: false });
    expect(exposed({ ...env, SERVICE_AUTH: "open" })).toMatchObject({ local: false, open: true });
  });

  test("keys on one's own machine leave it one's own", () => {
    expect(exposed({ SERVICE_AUTH: "key" })).toMatchObject({ local: true, open: false });
  });
});

describe("the hosts that are answered to", () => {
  const set: Readonly<Record<string, Record<string, string>>> = {
    local: {},
    public: {
      PUBLIC_URL: "https://conclave.example:8443, http://Api.Internal.",
      TRUSTED_PROXIES: "127.0.0.1",
    },
    everywhere: { HOST: "0.0.0.0" },
    named: { HOST: "box.internal" },
  };

  test.each([
    ["localhost", ["local", "public", "everywhere", "named"]],
    ["LOCALHOST.:3000", ["local", "public", "everywhere", "named"]],
    ["127.1.2.3:80", ["local", "public", "everywhere", "named"]],
    ["[::1]:3000", ["local", "public", "everywhere", "named"]],
    ["a.localhost", ["local", "public", "everywhere", "named"]],
    ["conclave.example", ["public"]],
    ["Conclave.Example:443", ["public"]],
    ["api.internal", ["public"]],
    ["box.internal:3000", ["named"]],
    ["192.168.1.5:3000", ["everywhere", "named"]],
    ["[2001:db8::7]", ["everywhere", "named"]],
    ["evil.example", []],
    ["conclave.example.evil.example", []],
    ["127.0.0.1.evil.example", []],
    ["evil.example#.localhost", []],
    ["a@localhost", []],
    ["localhost:80:80", []],
    ["conclave.example:port", []],
    ["", []],
  ])("%j by %j", (host, by) => {
    const answering = Object.entries(set).flatMap(([name, env]) => (exposed(env).admits(host) ? [name] : []));
    expect(answering).toEqual(by);
  });
});

test("a Host header names one host, or none", () => {
  expect(soleHost(["Accept", "host", "HOST", "a:1"])).toBe("a:1");
  expect(soleHost(["Host", "a", "host", "a"])).toBeNull();
  expect(soleHost(["Accept", "*/*"])).toBeNull();
  expect(nameOf("[::1]:80")).toBe("::1");
});
