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
