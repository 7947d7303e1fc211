import { createHash, createPrivateKey, sign, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/*
 * A time-stamping authority as RFC 3161 has it, over HTTP, written apart from what reads its tokens. Keys and
 * certificates are for tests alone, and were made with openssl.
 */

const stampPair = {
  key: createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW4yF0KENVtJKjNc5
3HS+ApOYUAUngaa9faPKbemh49uhRANCAARWKLzkbdBjfvvpiDMeYxiKVkFPa+rd
8dxSvwE30oPUv13l9DLnyZVEKgsuYPs2EeaB35VPrjy83cO0aKVLSynK
-----END PRIVATE KEY-----`),
  certificate: new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDExFUZXN0IHRp
bWVTdGFtcGluZzAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAxMRVGVzdCB0aW1lU3RhbXBpbmcwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAARWKLzkbdBjfvvpiDMeYxiKVkFPa+rd8dxSvwE30oPUv13l9DLnyZVEKgsu
YPs2EeaB35VPrjy83cO0aKVLSynKo0cwRTAMBgNVHRMBAf8EAjAAMBYGA1UdJQEB
/wQMMAoGCCsGAQUFBwMIMB0GA1UdDgQWBBS96ZxaApMHz6G8Gn3VNeP0yVECuzAK
BggqhkjOPQQDAgNIADBFAiEAvahkvqvxp9rN4t5PWix3aCrVfZw0/YxQX2z3PlzW
slsCIGQXuDajRVs3b/iV+54UWpXjUJPKqO/CcBFUOebYsQpi
-----END CERTIFICATE-----`),
};
const serverPair = {
  key: createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9FtPQYpBnZHl1BCV
PCxDubvmt0BjVnTfOVFieifsmIShRANCAAS6TUFZU8fFEe01PlNCiUvytvoB/e9Y
NVVqlBM5adb0cG91Ex7GZ3w2L8yIATMUhBS2sAF7llAdBsCtupL4mc3c
-----END PRIVATE KEY-----`),
  certificate: new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBbTCCARKgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDEw9UZXN0IHNl
cnZlckF1dGgwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
BgNVBAMTD1Rlc3Qgc2VydmVyQXV0aDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BLpNQVlTx8UR7TU+U0KJS/K2+gH971g1VWqUEzlp1vRwb3UTHsZnfDYvzIgBMxSE
FLawAXuWUB0GwK26kviZzdyjRzBFMAwGA1UdEwEB/wQCMAAwFgYDVR0lAQH/BAww
CgYIKwYBBQUHAwEwHQYDVR0OBBYEFBsEtMN2PuxKFlYTnyZmwtTTGdAlMAoGCCqG
SM49BAMCA0kAMEYCIQC/+QQCciuK4BGCZFcgmO9DrDPmaxkjeNoNVdz/Jd19JwIh
AJI5nzDV9jGereS1K/IE3u0PHrjdBFYLLdg1SpEWnMJR
-----END CERTIFICATE-----`),
};

/** What signs, as openssl reads it. */
export const authorityCertificate = stampPair.certificate.toString();

export interface AuthorityFaults {
  /** Refuses with a status of its own. */
  readonly status?: number;
  /** Over other bytes than was asked for. */
  readonly imprint?: Buffer;
  readonly nonce?: Buffer;
  /** Signs, and changes the content then. */
  readonly changed?: true;
  /** Its certificate is for servers, not for time stamps. */
  readonly wrongUse?: true;
  /** Answers with these bytes. */
  readonly body?: Buffer;
  readonly httpStatus?: number;
}

/** @returns its address; it ends with the test */
export async function startAuthority(faults: AuthorityFaults = {}, at = "20261125100000Z"): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isQuery = request.headers["content-type"] === "application/timestamp-query";
      response.writeHead(isQuery ? (faults.httpStatus ?? 200) : 415, { "content-type": "application/timestamp-reply" });
      response.end(faults.body ?? replyTo(Buffer.concat(chunks), faults, at));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return `http://127.0.0.1:${portOf(address)}/`;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function replyTo(query: Buffer, faults: AuthorityFaults, at: string): Buffer {
  const status = faults.status ?? 0;
  if (status > 1) return der(0x30, der(0x30, integer(status)));
  // TimeStampReq with a SHA-256 imprint and a nonce of eight bytes, as the product asks.
  const imprint = faults.imprint ?? query.subarray(24, 56);
  const nonce = faults.nonce ?? query.subarray(58, 66);
  return der(0x30, der(0x30, integer(status)), tokenOf(imprint, nonce, faults, at));
}

function tokenOf(imprint: Buffer, nonce: Buffer, { changed, wrongUse }: AuthorityFaults, at: string): Buffer {
  const { key, certificate } = wrongUse === true ? serverPair : stampPair;
  const info = (time: string): Buffer =>
    der(
      0x30,
      integer(1),
      oid("2b06010401"),
      der(0x30, der(0x30, oid("608648016503040201"), der(0x05)), der(0x04, imprint)),
      integer(7),
      der(0x18, Buffer.from(time)),
      der(0x02, nonce),
    );
  const content = info(at);
  const attributes = Buffer.concat([
    attribute("2a864886f70d010903", oid("2a864886f70d0109100104")),
    attribute("2a864886f70d010904", der(0x04, createHash("sha256").update(content).digest())),
    attribute(
      "2a864886f70d010910022f",
      der(0x30, der(0x30, der(0x30, der(0x04, createHash("sha256").update(certificate.raw).digest())))),
    ),
  ]);
  const signature = sign("sha256", der(0x31, attributes), key);
  const signer = der(
    0x30,
    integer(1),
    issuerAndSerial(certificate),
    der(0x30, oid("608648016503040201")),
    der(0xa0, attributes),
    // ecdsa-with-SHA256
    der(0x30, oid("2a8648ce3d040302")),
    der(0x04, signature),
  );
  const shown = changed === true ? info(at.replace("2026", "2020")) : content;
  const signedData = der(
    0x30,
    integer(3),
    der(0x31, der(0x30, oid("608648016503040201"))),
    der(0x30, oid("2a864886f70d0109100104"), der(0xa0, der(0x04, shown))),
    der(0xa0, certificate.raw),
    der(0x31, signer),
  );
  return der(0x30, oid("2a864886f70d010702"), der(0xa0, signedData));
}

/** As they stand in the certificate: its second and fourth field. */
function issuerAndSerial({ raw }: X509Certificate): Buffer {
  const fields = children(contentOf(contentOf(raw)));
  return der(0x30, fields[3] ?? Buffer.alloc(0), fields[1] ?? Buffer.alloc(0));
}

function contentOf(element: Buffer): Buffer {
  const long = (element[1] ?? 0) - 0x80;
  return element.subarray(long > 0 ? 2 + long : 2, lengthOf(element));
}

function lengthOf(element: Buffer): number {
  const first = element[1] ?? 0;
  return first < 0x80 ? 2 + first : 2 + (first - 0x80) + element.readUIntBE(2, first - 0x80);
}

function children(content: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let rest = content; rest.length > 0;) {
    const length = lengthOf(rest);
    found.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return found;
}

function attribute(type: string, value: Buffer): Buffer {
  return der(0x30, oid(type), der(0x31, value));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
