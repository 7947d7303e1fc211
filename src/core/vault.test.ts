import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { SecretUnreadable } from "./errors.ts";
import { noVault, openVault } from "./vault.ts";

const [old, now] = ["the secret of last year, 32 characters", "the secret in force, 32 characters and more"];
const vault = openVault({ secret: now, previousSecrets: [] });
const place = "analyses.webhook_secret ana_1";

property.prop([fc.string({ unit: "binary", maxLength: 300 })])("what is sealed opens, and says nothing", (text) => {
  const sealed = vault.seal(text, place);
  expect(vault.open(sealed)).toBe(Buffer.from(text).toString());
  expect(sealed.stored).toMatch(/^sealed\.1\.[0-9a-f]{12}\.[\w-]+$/);
  if (text.length > 3) expect(sealed.stored).not.toContain(text);
});

test("the same text never looks the same, and a changed or moved one does not open", () => {
  const [one, two] = [vault.seal("whsec_x", place), vault.seal("whsec_x", place)];
  expect(one.stored).not.toBe(two.stored);
  expect(() => vault.open({ ...one, place: "analyses.webhook_secret ana_2" })).toThrow("another row");
  for (let at = "sealed.1.0123456789ab.".length; at < one.stored.length; at += 1) {
    const other = one.stored[at] === "A" ? "B" : "A";
    const stored = `${one.stored.slice(0, at)}${other}${one.stored.slice(at + 1)}`;
    // The last character of base64url may hold bits that say nothing.
    if (Buffer.from(stored.slice(22), "base64url").equals(Buffer.from(one.stored.slice(22), "base64url"))) continue;
    expect(() => vault.open({ stored, place }), stored).toThrow(SecretUnreadable);
  }
  expect(() => vault.open({ stored: one.stored.slice(0, 30), place })).toThrow(SecretUnreadable);
});

describe("a changed AUTH_SECRET", () => {
  const before = openVault({ secret: old, previousSecrets: [] }).seal("whsec_x", place);

  test("opens nothing, says what to do, and loses nothing", () => {
    expect(() => vault.open(before)).toThrow(/add the old value to AUTH_SECRET.*nothing is lost/);
  });

  test("opens what was sealed before when the old one is named, and seals under the new one", () => {
    const rotated = openVault({ secret: now, previousSecrets: [old] });
    expect(rotated.open(before)).toBe("whsec_x");
    const again = rotated.seal(rotated.open(before), place);
    expect(again.stored.startsWith(rotated.mark)).toBe(true);
    expect(vault.open(again)).toBe("whsec_x");
  });
});

test("text from before there were seals is read as it is; without a secret nothing is", () => {
  expect(vault.open({ stored: "whsec_old", place })).toBe("whsec_old");
  expect(() => noVault.open({ stored: "whsec_old", place })).toThrow("AUTH_SECRET");
});
