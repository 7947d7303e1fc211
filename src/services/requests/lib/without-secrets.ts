import { redacted } from "#src/platform/redact.ts";

/** A text of JSON, also one that was cut off, and the colon that makes it a name. Every character is looked at once. */
const textToken = /"([^"\\]*(?:\\.[^"\\]*)*)("|$)(\s*:)?/gs;
const secretName = /secret|token|password|passphrase|credential|authorization|api_?key/i;
const addressName = /(?:^|_)(?:url|uri|webhook)$/i;

/**
 * A body as it was sent, without what must not be kept: values whose names say that they are secret, and of addresses
 * everything behind the host, which opens many a webhook.
 */
export function withoutSecrets(body: string): string {
  let name = "";
  const bare = body.replaceAll(textToken, (token: string, inner: string, _end: string, colon: string | undefined) => {
    if (colon !== undefined) {
      name = unescaped(inner);
      return token;
    }
    if (secretName.test(name)) return '"[redacted]"';
    return addressName.test(name) ? `"${hostAlone(unescaped(inner))}"` : token;
  });
  return redacted(bare);
}

function unescaped(inner: string): string {
  if (!inner.includes("\\")) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

function hostAlone(address: string): string {
  if (!URL.canParse(address)) return "[redacted]";
  const { protocol, host, pathname, search, username } = new URL(address);
  const whole = pathname === "/" && search === "" && username === "";
  return `${protocol}//${host}/${whole ? "" : "[redacted]"}`;
}
