import { redacted } from "#src/core/text/redact.ts";

/** JSON texts, also cut ones, and the colon of a name. Linear. */
const textToken = /"([^"\\]*(?:\\.[^"\\]*)*)("|$)(\s*:)?/gs;
const secretName = /secret|token|password|passphrase|credential|authorization|api_?key/i;
const addressName = /(?:^|_)(?:url|uri|webhook)$/i;

/** Secret values, addresses behind the host, which open webhooks, and what the sender holds. */
export function withoutSecrets(body: string): string {
  let name = "";
  const bare = withoutHoldings(body).replaceAll(
    textToken,
    (token: string, inner: string, _end: string, colon: string | undefined) => {
      if (colon !== undefined) {
        name = unescaped(inner);
        return token;
      }
      if (secretName.test(name)) return '"[redacted]"';
      return addressName.test(name) ? `"${hostAlone(unescaped(inner))}"` : token;
    },
  );
  return redacted(bare);
}

/** All that stands behind the name, up to the end of its value or of a cut body. */
function withoutHoldings(body: string): string {
  let depth = 0;
  let from: number | null = null;
  let bare = "";
  let rest = 0;
  for (const token of body.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)(?:"|$)(\s*:)?|[[\]{}]/gs)) {
    const [text, inner, colon] = token;
    if (from === null) {
      const after = token.index + text.length;
      const isName = colon !== undefined && unescaped(inner ?? "").toLowerCase() === "holdings";
      // Null is not private.
      if (!isName || /^\s*null/.test(body.slice(after, after + 20))) continue;
      from = after;
      depth = 0;
    } else if (text === "{" || text === "[") depth += 1;
    else if (text === "}" || text === "]") {
      depth -= 1;
      if (depth > 0) continue;
      // Below zero: the value was none of these, and its object ends here.
      bare += `${body.slice(rest, from)}"[redacted]"`;
      rest = depth < 0 ? token.index : token.index + 1;
      from = null;
    }
  }
  return from === null ? bare + body.slice(rest) : `${bare}${body.slice(rest, from)}"[redacted]"`;
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
