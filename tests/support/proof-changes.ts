/** One byte of a proof file that is changed, and what must be said of it. */
export interface ByteChange {
  readonly name: string;
  /** What stands right before the byte, or with `skip` some bytes before it. */
  readonly after: string;
  readonly skip?: number;
  /** The last place of that kind; else the first. */
  readonly last?: boolean;
  readonly part: string;
  readonly reason: RegExp;
  /** In a browser, where that differs: the script does not run there. */
  readonly page?: "unchecked";
}

const block = (name: string): string => `id="proof-${name}">`;
const frame = /^the file's frame was changed/;

/** In every part of a file, in its order. */
export const byteChanges: readonly ByteChange[] = [
  { name: "the doctype", after: "<!", part: "file", reason: frame },
  { name: "the page's language", after: 'lang="', part: "file", reason: frame },
  { name: "the encoding", after: 'charset="utf', part: "file", reason: frame },
  { name: "the viewport", after: 'content="width', part: "file", reason: frame },
  { name: "the policy's default", after: "default-src 'no", part: "file", reason: frame },
  { name: "the policy's script", after: "script-src 'sha256-", part: "file", reason: frame, page: "unchecked" },
  { name: "the title", after: "<title>", part: "file", reason: frame },
  { name: "a space in a tag", after: "<html", part: "file", reason: frame },
  { name: "a line between two tags", after: "</style>", part: "file", reason: frame },
  { name: "the style", after: ":root { color-", part: "style", reason: /^the file's style was changed$/ },
  {
    name: "the style's end",
    after: "overflow-wrap: anywhere; }\n</sty",
    part: "style",
    reason: /style/,
    page: "unchecked",
  },
  { name: "the verdict's state before the check", after: 'data-state="', part: "file", reason: frame },
  { name: "the verdict's title before the check", after: "<strong>Not", skip: 1, part: "file", reason: frame },
  { name: "the verdict's words before the check", after: "The script in this file has ", part: "file", reason: frame },
  { name: "the place of the report", after: '<div id="proof-pa', part: "file", reason: frame },
  { name: "the statement's format", after: '"format":"', part: "statement", reason: /has another format$/ },
  { name: "the statement's instant", after: '"made_at":"20', part: "statement", reason: /^the signature does not fit/ },
  { name: "the statement's key", after: '"key":"', part: "seal", reason: /^the public key is not the one/ },
  { name: "a hash in the statement", after: '"report":"', part: "statement", reason: /^the signature does not fit/ },
  { name: "the statement's rating", after: '"rating":"', part: "statement", reason: /^the signature does not fit/ },
  { name: "the statement's JSON", after: block("statement"), part: "statement", reason: /cannot be read$/ },
  { name: "the public key", after: '"public_key":"', part: "seal", reason: /^the public key is not the one/ },
  { name: "the signature", after: '"signature":"', part: "statement", reason: /^the signature does not fit/ },
  { name: "the signature's JSON", after: block("seal"), part: "seal", reason: /cannot be read$/ },
  {
    name: "a block's name",
    after: '<script type="application/json" id="proof-usa',
    part: "file",
    reason: /the usage is missing$/,
  },
  {
    name: "the report's heading",
    after: "\\u003ch1\\u003e",
    part: "report",
    reason: /^the report's text was changed$/,
  },
  {
    name: "the report's last byte",
    after: "\\u003c/section\\u003e",
    part: "report",
    reason: /^the report's text was changed$/,
  },
  { name: "the request's ticker", after: '"ticker":"', part: "request", reason: /^the request was changed$/ },
  { name: "the request's date", after: '"trade_date":"20', part: "request", reason: /^the request was changed$/ },
  { name: "the result's decision", after: '"decision":"', part: "result", reason: /^the result was changed$/ },
  { name: "a check in the result", after: '"is_review":', part: "result", reason: /^the result was changed$/ },
  {
    name: "the usage",
    after: `${block("usage")}{"agents":[{"agent":"`,
    part: "usage",
    reason: /^the usage was changed$/,
  },
  { name: "the manifest's seed", after: '"seed":', part: "manifest", reason: /^the manifest was changed$/ },
  {
    name: "the hash of the result",
    after: '"result_sha256":"',
    part: "manifest",
    reason: /^the manifest was changed$/,
  },
  { name: "a price of the chart", after: '"chart":[{"close":', part: "manifest", reason: /^the manifest was changed$/ },
  {
    name: "a piece of evidence",
    after: '"id":"M2","key":"',
    part: "evidence",
    reason: /^evidence M2 does not match its hash$/,
  },
  {
    name: "the hash of a piece of evidence",
    after: `${block("evidence")}[{"at":"2019-06-03","formula":null,"hash":"`,
    part: "evidence",
    reason: /^evidence M1 does not match its hash$/,
  },
  { name: "the evidence's JSON", after: block("evidence"), part: "evidence", reason: /^the evidence cannot be read$/ },
  {
    name: "the hash of a prompt",
    after: '"prompt_sha256":"',
    part: "calls",
    reason: /^the prompts and answers was changed$/,
  },
  {
    name: "the hash of an answer",
    after: '"answer_sha256":"',
    part: "calls",
    reason: /^the prompts and answers was changed$/,
  },
  {
    name: "the record of refusals",
    after: block("refused"),
    part: "refused",
    reason: /as-of door refused was changed$/,
  },
  {
    name: "the place in the chain",
    after: block("chain"),
    part: "chain",
    reason: /^the place in the signal chain was changed$/,
  },
  {
    name: "the script",
    after: "export const blo",
    part: "script",
    reason: /^the file's script was changed$/,
    page: "unchecked",
  },
  {
    name: "a comment in the script",
    after: "eslint-disable max-",
    part: "script",
    reason: /^the file's script was changed$/,
    page: "unchecked",
  },
  { name: "the file's last byte", after: "</html>", last: true, part: "file", reason: frame },
];

/** @throws RangeError where the file has no such place */
export function withByteChanged(file: Uint8Array, { name, after, skip = 0, last = false }: ByteChange): Uint8Array {
  const at = Buffer.from(file)[last ? "lastIndexOf" : "indexOf"](after);
  if (at < 0) throw new RangeError(`the file has no place for ${name}`);
  const changed = Uint8Array.from(file);
  const place = at + Buffer.byteLength(after) + skip;
  const byte = changed[place] ?? 0;
  // A hexadecimal digit stays one: beside "a" and "f" stand others.
  changed[place] = byte ^ (byte === 0x61 || byte === 0x66 ? 2 : 1);
  return changed;
}
