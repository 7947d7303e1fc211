import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { z } from "zod";

const Creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const Request = z.object({ challenge: z.string(), rpId: z.string() });

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** As much of RFC 8949 as a passkey needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const present = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/**
 * A passkey in software: what a browser and an authenticator answer to a server's options. @see W3C WebAuthn 3
 * @param asksUser false: it is only touched, and asks for neither finger nor PIN
 */
export function softPasskey(origin: string, asksUser = true) {
  const verified = asksUser ? userVerified : 0;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let userHandle = "";
  let counter = 0;

  function clientData(type: string, challenge: string, at = origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  }
  function authData(rpId: string, flags: number, rest: Buffer, step = 1): Buffer {
    counter += step;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  }
  const common = () => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
  });

  return {
    create(options: unknown) {
      const { challenge, rp, user } = Creation.parse(options);
      userHandle = user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const size = Buffer.from([0, id.length]);
      const data = authData(rp.id, present | verified | attested, Buffer.concat([Buffer.alloc(16), size, id, key]));
      const attestation = cbor(
        new Map<string, Cbor>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return {
        ...common(),
        response: {
          clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** @param step of its counter; of a copy it falls behind */
    get(options: unknown, { touchedOnly = false, at = origin, site = "", step = 1 } = {}) {
      const { challenge, rpId } = Request.parse(options);
      const client = clientData("webauthn.get", challenge, at);
      const data = authData(site || rpId, present | (touchedOnly ? 0 : verified), Buffer.alloc(0), step);
      return {
        ...common(),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
          userHandle,
        },
      };
    },
  };
}
