import { redacted } from "#src/core/redact.ts";

/** JSON texts, also cut ones, and the colon of a name. Linear. */
const textToken = /"([^"\\]*(?:\\.[^"\\]*)*)("|$)(\s*:)?/gs;
const secretName = /secret|token|password|passphrase|credential|authorization|api_?key/i;
const addressName = /(?:^|_)(?:url|uri|webhook)$/i;

/** Secret values, and addresses behind the host, which open webhooks. */
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
