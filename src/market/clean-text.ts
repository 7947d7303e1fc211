/** The named references that news and social vendors really send; any other stays as it stands. */
const namedEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    shy: "",
    ndash: "–",
    mdash: "—",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    hellip: "…",
    bull: "•",
    middot: "·",
    copy: "©",
    reg: "®",
    trade: "™",
    cent: "¢",
    pound: "£",
    yen: "¥",
    euro: "€",
    deg: "°",
    plusmn: "±",
    times: "×",
    frac12: "½",
    eacute: "é",
    uuml: "ü",
    ouml: "ö",
    auml: "ä",
  }),
);

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,7}));/g;

/**
 * What nobody sees but a program reads: bidirectional overrides, zero-width characters, variation selectors,
 * tag characters, and control characters other than white space. They hide text from a human reader.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Format}]|(?!\s)\p{Control}/gu;

/**
 * A stranger's text as one line a human and a program read alike: HTML character references decoded once,
 * invisible characters removed, lone surrogates replaced, white space folded to single spaces. Tags and
 * markup stay, as text. The result is as untrusted as the input.
 */
export function cleanText(text: string): string {
  const decoded = text.includes("&") ? text.replace(entity, decodeEntity) : text;
  return decoded.toWellFormed().replace(invisible, "").replace(/\s+/g, " ").trim();
}

/** An address a page may link to, or `null` when it is not http or https. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

function decodeEntity(
  whole: string,
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return namedEntities.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  // HTML reads 128–159 as Windows-1252 ("&#146;" is an apostrophe), since that is what the senders mean.
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder("windows-1252").decode(Uint8Array.of(code));
  return code === 0 || code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
}
