import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { BackupHeader } from "#src/contract/accounts/backup.ts";

/** Encrypts and decrypts the parts of one file, each bound to its place. */
export interface Seal {
  close(place: Place, body: Buffer): { readonly body: Buffer; readonly tag: Buffer };
  /** `null` when the part was changed, or was encrypted for another place. */
  open(place: Place, body: Buffer, tag: Buffer): Buffer | null;
}

export interface Place {
  /** From 0, over all parts of the file. */
  readonly index: number;
  readonly kind: number;
  /** Of the file's header. */
  readonly digest: Buffer;
}

export const tagBytes = 16;
const cipher = "aes-256-gcm";

/** Each guess takes 128 MB and about half a second of processor time. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const keyBytes = 32;
const checkBytes = 16;

type Derive = (passphrase: string, salt: Buffer, bytes: number, options: typeof cost) => Promise<Buffer>;
const derive: Derive = promisify(scrypt);

interface Key {
  readonly seal: Seal;
  readonly encryption: NonNullable<BackupHeader["encryption"]>;
}

/** Its own salt, so that parts can be counted as nonces. */
export async function newKey(passphrase: string): Promise<Key> {
  const salt = randomBytes(32);
  const { key, check } = await keyOf(passphrase, salt);
  const encryption = { cipher, kdf: "scrypt", salt: salt.toString("base64"), check: check.toString("base64") } as const;
  return { seal: sealWith(key), encryption };
}

/** `null` for another passphrase than the file's. */
export async function knownKey(
  passphrase: string,
  { salt, check }: NonNullable<BackupHeader["encryption"]>,
): Promise<Seal | null> {
  const found = await keyOf(passphrase, Buffer.from(salt, "base64"));
  const wanted = Buffer.from(check, "base64");
  return wanted.length === checkBytes && timingSafeEqual(found.check, wanted) ? sealWith(found.key) : null;
}

async function keyOf(passphrase: string, salt: Buffer): Promise<{ readonly key: Buffer; readonly check: Buffer }> {
  const bytes = await derive(passphrase.normalize("NFC"), salt, keyBytes + checkBytes, cost);
  return { key: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes) };
}

function sealWith(key: Buffer): Seal {
  return {
    close(place, text) {
      const box = createCipheriv(cipher, key, nonceOf(place)).setAAD(boundTo(place));
      const body = Buffer.concat([box.update(text), box.final()]);
      return { body, tag: box.getAuthTag() };
    },
    open(place, body, tag) {
      const box = createDecipheriv(cipher, key, nonceOf(place), { authTagLength: tagBytes });
      box.setAAD(boundTo(place)).setAuthTag(tag);
      try {
        return Buffer.concat([box.update(body), box.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Without encryption: damage shows, tampering does not. */
export const openSeal: Seal = {
  close: (place, body) => ({ body, tag: sumOf(place, body) }),
  open: (place, body, tag) => (sumOf(place, body).equals(tag) ? body : null),
};

function sumOf(place: Place, body: Buffer): Buffer {
  return createHash("sha256").update(boundTo(place)).update(body).digest().subarray(0, tagBytes);
}

function nonceOf({ index }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function boundTo(place: Place): Buffer {
  return Buffer.concat([place.digest, nonceOf(place), Buffer.of(place.kind)]);
}
