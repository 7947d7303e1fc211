import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { SecretUnreadable } from "./errors.ts";

/** Sealed secrets that must be read again, so that a copy of the database opens nothing (docs/adr/0025). */
export interface Vault {
  /** The prefix of text that is sealed under the current key. */
  readonly mark: string;
  seal(text: string, place: string): Sealed;
  /**
   * Text from before seals is returned.
   * @throws SecretUnreadable under another key or place, or when changed
   */
  open(secret: Sealed): string;
}

/** A type of its own, so that nothing takes it for the text. */
export interface Sealed {
  readonly stored: string;
  /** Table, column and row: text moved to another place does not open there. */
  readonly place: string;
}

export interface Secrets {
  /** AUTH_SECRET. */
  readonly secret: string;
  /** Opens what was sealed then, seals nothing. */
  readonly previousSecrets: readonly string[];
}

/** The name contains the format's version: another cipher gets another name. */
const prefix = "sealed.1";
const form = /^sealed\.1\.([0-9a-f]{12})\.([\w-]+)$/;
const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

function derived(secret: string, label: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "conclave", label, bytes));
}

/** Distinguishes secrets without revealing anything about them. */
export function keyIdOf(secret: string): string {
  return derived(secret, "key id", 6).toString("hex");
}

export function openVault({ secret, previousSecrets }: Secrets): Vault {
  const keys = new Map(
    [secret, ...previousSecrets].map((each) => [keyIdOf(each), derived(each, "sealed columns", 32)]),
  );
  const currentId = keyIdOf(secret);
  const bound = (keyId: string, place: string): Buffer => Buffer.from(`${prefix} ${keyId} ${place}`);

  return {
    mark: `${prefix}.${currentId}.`,
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const box = createCipheriv(cipher, keyFor(keys, currentId), iv).setAAD(bound(currentId, place));
      const closed = Buffer.concat([iv, box.update(text, "utf8"), box.final(), box.getAuthTag()]);
      return { stored: `${prefix}.${currentId}.${closed.toString("base64url")}`, place };
    },
    open({ stored, place }) {
      const [, keyId, body = ""] = form.exec(stored) ?? [];
      if (keyId === undefined) return stored;
      const key = keyFor(keys, keyId);
      const bytes = Buffer.from(body, "base64url");
      const end = bytes.length - tagBytes;
      try {
        const box = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(bound(keyId, place))
          .setAuthTag(bytes.subarray(end));
        return Buffer.concat([box.update(bytes.subarray(ivBytes, end)), box.final()]).toString("utf8");
      } catch (cause) {
        throw new SecretUnreadable("a stored secret was changed or belongs to another row; set it again", { cause });
      }
    },
  };
}

/** @throws SecretUnreadable */
function keyFor(keys: ReadonlyMap<string, Buffer>, keyId: string): Buffer {
  const key = keys.get(keyId);
  if (key === undefined)
    throw new SecretUnreadable(
      "a stored secret was sealed with another AUTH_SECRET: add the old value to AUTH_SECRET after a comma and restart; nothing is lost",
    );
  return key;
}

/** For commands that need no secret. */
export const noVault: Vault = {
  mark: prefix,
  seal: refuse,
  open: refuse,
};

function refuse(): never {
  throw new SecretUnreadable("this connection was opened without the AUTH_SECRET that stored secrets need");
}
