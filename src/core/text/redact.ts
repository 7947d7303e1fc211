/** `?`, `&`, `#`, also encoded, repeatedly or by JSON. */
const opens = String.raw`(?:[?&;#]|%(?:25)*(?:3f|26|23)|\\u0026)`;
const equals = String.raw`(?:=|%(?:25)*3d)`;
const slash = String.raw`(?:\/|%(?:25)*2f)`;
/** An encoded `&` belongs to the value. */
const value = String.raw`[^\s"'&<>()\\#;,]+`;

const names =
  "token|code|state|key|api_?key|secret|client_secret|password|new_?password|current_?password|otp|totp|signature|sig|" +
  "access_token|refresh_token|id_token|csrf_token|callbackurl|errorcallbackurl|newusercallbackurl|redirectto|next";

/** Whoever has such a path has what is behind it. */
const ways =
  `shared${slash}|(?:api${slash})?unsubscribe${slash}|reset-password${slash}|api${slash}calendar${slash}|` +
  // Of webhooks of Discord and Slack.
  String.raw`webhooks${slash}\d+${slash}|services${slash}[\w-]+${slash}[\w-]+${slash}`;

const secrets = new RegExp(
  [
    // Keys and secrets that we make.
    String.raw`\b(cnc_|ck_test_|whsec_)[\w+/=-]{8,}`,
    // The password in an address.
    String.raw`(:\/\/[^:/\s"]*:)[^@/\s"]+(?=@)`,
    `(${opens}(?:${names})${equals})${value}`,
    `(${slash}(?:${ways}))[^\\s"'/?&<>()\\\\#;,%]+`,
    String.raw`(\bconclave\.[\w-]+=)[^;\s"]+`,
    String.raw`(\bBearer +)[\w.~+/=-]{8,}`,
    // Telegram's token stands in paths and settings.
    String.raw`(\b(?:bot)?\d{5,20}:)[\w-]{20,}`,
    // Postgres's detail of a duplicate row.
    String.raw`(\bKey \([^)]*\)=\()[^)]*`,
  ].join("|"),
  "gi",
);

/** Most lines hold none of these, which is quick to see. */
const signs = [
  "=",
  "%",
  "://",
  "bot",
  "/calendar/",
  "/webhooks/",
  "/services/",
  "cnc_",
  "ck_test_",
  "whsec_",
  "/shared/",
  "/unsubscribe/",
  "/reset-password/",
  "earer ",
];

/** Everything written passes here last, so nobody has to think of it. */
export function redacted(line: string): string {
  if (!signs.some((sign) => line.includes(sign))) return line;
  return line.replaceAll(secrets, (_all, ...groups: unknown[]) => {
    const kept = groups.slice(0, 8).find((group) => typeof group === "string");
    return `${String(kept)}[redacted]`;
  });
}

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
