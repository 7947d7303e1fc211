/* eslint-disable max-lines -- one file, as the page holds it */
/*
 * The script of a proof file, and all that `conclave verify` checks: one file, in the page as it stands here.
 * It needs no network and no library. docs/proof.md says what each check shows and what it does not.
 */

/** Blocks of data in the file, in their order, and what a reader calls them. */
export const blocks = {
  statement: "the signed statement",
  seal: "the signature",
  timestamp: "the timestamp",
  report: "the report's text",
  request: "the request",
  result: "the result",
  usage: "the usage",
  manifest: "the manifest",
  evidence: "the evidence",
  calls: "the prompts and answers",
  refused: "the record of what the as-of door refused",
  chain: "the place in the signal chain",
};

/** Those that the statement has a hash of. */
export const signedBlocks = Object.keys(blocks).slice(3);

/** JSON with sorted keys and without spaces. */
export function canonicalJson(value) {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The same JSON in characters that can neither end a script element nor be taken for a mark of the file. */
export function embeddedJson(value) {
  return canonicalJson(value).replace(
    /[<>&\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const open = (name) => `<script type="application/json" id="proof-${name}">`;
/** Put together, as it would end this script. */
const close = `<${"/script>"}`;

/**
 * The whole file. What is not in `parts` is the same in every file of this format.
 * @param {{ title: string, style: string, script: string, scriptHash: string, blocks: Record<string, string> }} parts
 */
export function pageOf({ title, style, script, scriptHash, blocks: texts }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}</title>
<style id="proof-style">${style}</style>
</head>
<body>
<main>
<div id="proof-verdict" role="status" data-state="unchecked"><strong>Not checked</strong><p>The script in this file has not run, so nothing in it has been verified. Open it in a browser with JavaScript, or run: conclave verify FILE</p></div>
<div id="proof-page"></div>
<section id="proof-panel"></section>
</main>
${Object.keys(blocks)
  .map((name) => `${open(name)}${texts[name]}${close}\n`)
  .join("")}<script type="module" id="proof-script">${script}${close}
</body>
</html>
`;
}

function escaped(text) {
  return text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
}

/** What `pageOf` was given, read from a file's text; `null` for what is not there. */
export function partsOfText(text) {
  const between = (start, end) => {
    const from = text.indexOf(start);
    const to = from < 0 ? -1 : text.indexOf(end, from + start.length);
    return to < 0 ? null : text.slice(from + start.length, to);
  };
  return {
    style: between('<style id="proof-style">', "</style>"),
    script: between('<script type="module" id="proof-script">', `${close}\n</body>`),
    blocks: Object.fromEntries(Object.keys(blocks).map((name) => [name, between(open(name), close)])),
  };
}

/** The same, read from the document that a browser made of the file. */
function partsOfDocument() {
  const textOf = (id) => document.getElementById(id)?.textContent ?? null;
  return {
    style: textOf("proof-style"),
    script: textOf("proof-script"),
    blocks: Object.fromEntries(Object.keys(blocks).map((name) => [name, textOf(`proof-${name}`)])),
  };
}

const bytesOf = (text) => new TextEncoder().encode(text);
const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const isHex = (text, length) =>
  typeof text === "string" && /^([0-9a-f]{2})+$/.test(text) && (!length || text.length === length);
const digest = (bytes) => crypto.subtle.digest("SHA-256", bytes);

export async function sha256(text) {
  return hexOf(await digest(bytesOf(text)));
}

/** As a content security policy names a script. */
export async function policyHash(script) {
  return btoa(String.fromCharCode(...new Uint8Array(await digest(bytesOf(script)))));
}

/** A public key's name: the first half of the hash over its 32 bytes. */
export async function keyIdOf(publicKeyHex) {
  return hexOf(await digest(unhex(publicKeyHex))).slice(0, 32);
}

/** What is signed: the format's name keeps the signature from standing for anything else. */
export const signedText = (what, text) => `conclave-proof/1 ${what}\n${text}`;

/** Of the field and of the group of Ed25519. @see RFC 8032, section 5.1 */
const fieldPrime = 2n ** 255n - 19n;
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
/** Of the points that a multiple of eight takes to zero: anybody can sign anything for such a key. */
const ofOrderEight = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const smallOrder = new Set([0n, 1n, fieldPrime - 1n, ofOrderEight, fieldPrime - ofOrderEight]);
const numberOf = (hex) => BigInt(`0x${hexOf(unhex(hex).toReversed())}`);

/** Whether 32 bytes are a point in its one form, and of large order. Libraries differ on those that are not. */
function isSoundPoint(hex) {
  const y = numberOf(hex) & (2n ** 255n - 1n);
  return y < fieldPrime && !smallOrder.has(y);
}

/** `null` where this browser has no Ed25519. */
async function isSigned(publicKeyHex, signatureHex, text) {
  if (!isSoundPoint(publicKeyHex) || !isSoundPoint(signatureHex.slice(0, 64))) return false;
  if (numberOf(signatureHex.slice(64)) >= groupOrder) return false;
  let key;
  try {
    key = await crypto.subtle.importKey("raw", unhex(publicKeyHex), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name === "NotSupportedError") return null;
    return false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, key, unhex(signatureHex), bytesOf(text));
}

/** A check that failed: which part, and what is wrong with it. */
class Wrong extends Error {
  constructor(part, reason) {
    super(reason);
    this.part = part;
  }
}

/** Far more than a report has; what is deeper ends one program sooner than another. */
const mostDeep = 200;
/** Bytes of a file, and characters of its parts. */
export const mostBytes = 64 * 1024 * 1024;

/** In the one form that it is written in: a name that stands twice would be one thing here and another elsewhere. */
function parsed(name, text) {
  if (isTooDeep(text)) throw new Wrong(name, `${blocks[name]} is nested too deep`);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Wrong(name, `${blocks[name]} cannot be read`);
  }
  if (embeddedJson(value) !== text) throw new Wrong(name, `${blocks[name]} is not in its form`);
  return value;
}

function isTooDeep(text) {
  let deep = 0;
  for (const sign of text.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[^[\]{}]/g, "")) {
    deep += sign === "[" || sign === "{" ? 1 : -1;
    if (deep > mostDeep) return true;
  }
  return false;
}

/**
 * Checks everything, in this order, up to the first thing that is wrong.
 * @param {ReturnType<typeof partsOfText>} parts
 * @param {(expected: string) => boolean} isThisFile whether a whole file's text is what stands there
 * @returns {Promise<{ ok: boolean, part: string | null, reason: string | null, checks: string[], unchecked: string[], data: any }>}
 *   `unchecked`: what nobody has looked at, in words; with `ok` and without Ed25519 the signature is among it
 */
export async function checkProof(parts, isThisFile) {
  const checks = [];
  const unchecked = [];
  const data = {};
  try {
    for (const name of Object.keys(blocks))
      if (parts.blocks[name] === null)
        throw new Wrong("file", `the file's frame was changed: ${blocks[name]} is missing`);
    if (parts.style === null || parts.script === null)
      throw new Wrong("file", "the file's frame was changed: its style or script is missing");
    if ([parts.style, parts.script, ...Object.values(parts.blocks)].join("").length > mostBytes)
      throw new Wrong("file", "the file is larger than any report");
    await checkSeal(parts, data, checks, unchecked);
    await checkParts(parts, data, checks);
    if (!isThisFile(pageOf({ ...parts, title: data.statement.title, scriptHash: await policyHash(parts.script) })))
      throw new Wrong("file", "the file's frame was changed: something stands in it that was not signed");
    checks.push("The file holds nothing but what was signed.");
    await checkRun(data, checks);
    await checkChain(data, checks, unchecked);
    await checkTimestamp(data, checks, unchecked);
    return { ok: true, part: null, reason: null, checks, unchecked, data };
  } catch (error) {
    // What is signed and has another shape than any report is nothing that can be checked.
    const wrong = error instanceof Wrong ? error : new Wrong("file", "the file has another shape than a report");
    return { ok: false, part: wrong.part, reason: wrong.message, checks, unchecked, data };
  }
}

async function checkSeal({ blocks: texts }, data, checks, unchecked) {
  const statement = parsed("statement", texts.statement);
  const seal = parsed("seal", texts.seal);
  const timestamp = parsed("timestamp", texts.timestamp);
  if (timestamp !== null && !(isHex(timestamp.token) && isHex(timestamp.signature, 128)))
    throw new Wrong("timestamp", "the timestamp is not in its form");
  if (!isHex(seal.public_key, 64) || !isHex(seal.signature, 128))
    throw new Wrong("seal", "the signature is not in its form");
  if (statement.format !== "conclave-proof/1") throw new Wrong("statement", "the signed statement has another format");
  if ((await keyIdOf(seal.public_key)) !== statement.key)
    throw new Wrong("seal", "the public key is not the one that the signed statement names");
  const signed = await isSigned(seal.public_key, seal.signature, signedText("statement", texts.statement));
  if (signed === false)
    throw new Wrong("statement", "the signature does not fit the signed statement: one of them was changed");
  if (signed === null)
    unchecked.push("The signature: this browser has no Ed25519. Use a newer one, or run: conclave verify FILE");
  else checks.push(`The statement is signed by the key ${statement.key}.`);
  data.signature = signed;
  Object.assign(data, { statement, seal, timestamp });
}

async function checkParts({ blocks: texts, style, script }, data, checks) {
  const { parts: hashes } = data.statement;
  for (const [name, text] of Object.entries({ style, script }))
    if ((await sha256(text)) !== hashes[name]) throw new Wrong(name, `the file's ${name} was changed`);
  for (const name of signedBlocks) {
    const isAsSigned = (await sha256(texts[name])) === hashes[name];
    if (name === "evidence" && !isAsSigned) await findEvidence(texts.evidence);
    if (!isAsSigned) throw new Wrong(name, `${blocks[name]} was changed`);
    data[name] = parsed(name, texts[name]);
  }
  checks.push(
    `Report, request, result, usage, manifest, evidence, prompts' hashes, refusals and chain are as they were signed.`,
  );
}

/** Names the piece of evidence that was changed, where its own hash tells. */
async function findEvidence(text) {
  let items;
  try {
    items = JSON.parse(text);
  } catch {
    throw new Wrong("evidence", "the evidence cannot be read");
  }
  await checkEvidence(items);
}

async function checkEvidence(items) {
  for (const { hash, ...body } of items)
    if ((await sha256(canonicalJson(body))) !== hash)
      throw new Wrong("evidence", `evidence ${body.id} does not match its hash`);
}

async function checkRun({ statement, request, result, manifest, evidence, calls }, checks) {
  await checkEvidence(evidence);
  checks.push(`${evidence.length} pieces of evidence match their hashes.`);
  if ((await sha256(canonicalJson(result))) !== manifest.result_sha256)
    throw new Wrong("result", "the result does not match the hash in the manifest");
  const { run } = statement;
  const isOne =
    run.id === manifest.run_id &&
    run.rating === result.rating &&
    run.rating === manifest.rating &&
    run.as_of === manifest.data.as_of &&
    request.ticker === manifest.request.ticker &&
    request.trade_date === manifest.request.trade_date;
  if (!isOne) throw new Wrong("manifest", "statement, request, result and manifest are not of one run");
  const { session, as_of: asOf } = manifest.data;
  const late = evidence.find(({ at }) => session !== null && at > session && at > asOf.slice(0, 10));
  if (late !== undefined) throw new Wrong("evidence", `evidence ${late.id} is dated after the instant of the run`);
  checks.push(
    `The result matches its hash; ${calls.length} calls are named with the hashes of their prompts and answers.`,
  );
}

/** That the entry is in the chain, and that all up to a published head follow from each other. */
async function checkChain({ statement, chain, result, manifest }, checks, unchecked) {
  if (chain === null) return;
  const wrong = (reason) => new Wrong("chain", reason);
  let before = null;
  for (const { hash, body } of chain.entries) {
    if ((await sha256(body)) !== hash) throw wrong("an entry of the chain does not match its hash");
    const { number, previous, list } = JSON.parse(body);
    if (list !== chain.list || (before !== null && (number !== before.number + 1 || previous !== before.hash)))
      throw wrong(`entry ${number} does not follow the one before it`);
    before = { number, hash };
  }
  const entry = JSON.parse(chain.entries[0].body);
  const isOfRun =
    entry.analysis_id === statement.run.id &&
    entry.rating === result.rating &&
    entry.symbol === manifest.data.symbol &&
    entry.session === manifest.data.session;
  if (!isOfRun) throw wrong("the entry of the chain is of another run");
  checks.push(`It is entry ${entry.number} of the signal chain "${chain.list}".`);
  if (chain.head === null)
    unchecked.push(
      "No head of a day covers this entry yet. Make the file again when the signals of its day are public.",
    );
  else if (chain.head.number !== before.number || chain.head.hash !== before.hash)
    throw wrong("the entries do not lead to the head of the day");
  else {
    checks.push(`The entries up to the head of ${chain.head.day} follow from each other.`);
    unchecked.push(
      `That others kept the same head: compare entry ${chain.head.number}, ${chain.head.hash}, with the one that you or a feed reader kept.`,
    );
  }
}

async function checkTimestamp({ seal, timestamp }, checks, unchecked) {
  if (timestamp === null) return;
  const { authority, token, signature } = timestamp;
  const calendars = readCalendarProof(unhex(token));
  const said = calendars ?? readToken(unhex(token));
  if (said === null) throw new Wrong("timestamp", "the timestamp token cannot be read");
  if (said.imprint !== hexOf(await digest(unhex(seal.signature))))
    throw new Wrong("timestamp", "the timestamp is of another signature");
  const signed = await isSigned(
    seal.public_key,
    signature,
    signedText("timestamp", embeddedJson({ authority, token })),
  );
  if (signed === false) throw new Wrong("timestamp", "the timestamp token was changed");
  if (calendars !== null) return tellCalendars(calendars, checks, unchecked);
  checks.push(`A timestamp token of ${authority} names this signature and the time ${said.time}.`);
  unchecked.push(
    "The authority's own signature and certificate on the timestamp. docs/proof.md has the openssl command.",
  );
}

function tellCalendars({ pending, heights }, checks, unchecked) {
  const where = [
    ...pending.map((calendar) => `waits at ${calendar}`),
    ...heights.map((height) => `is in block ${height} of Bitcoin`),
  ];
  checks.push(`A proof of OpenTimestamps names this signature. It ${where.join(", and ")}.`);
  unchecked.push("That a block of Bitcoin holds it, and when. docs/proof.md has the commands of ots.");
}

/** How each of them begins. */
export const proofOfCalendars = "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294";
const waitsAt = "83dfe30d2ef90c8e";
const isInBlock = "0588960d73d71901";

/**
 * What a proof of OpenTimestamps (a detached .ots file, version 1) says: of which SHA-256, at which calendars it waits
 * and in which blocks of Bitcoin it is; `null` for what is none.
 */
export function readCalendarProof(bytes) {
  let at = 0;
  const take = (count) => {
    if (count > bytes.length - at) throw new RangeError("cut off");
    at += count;
    return bytes.slice(at - count, at);
  };
  const number = () => {
    for (let [value, unit] = [0, 1]; ; unit *= 128) {
      const [byte] = take(1);
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      if (unit > 2 ** 40) throw new RangeError("too large");
    }
  };
  try {
    // Version 1, of a SHA-256.
    if (hexOf(take(31)) !== proofOfCalendars || hexOf(take(2)) !== "0108") return null;
    const said = { imprint: hexOf(take(32)), pending: [], heights: [] };
    // What is hashed and extended step by step is a path; one that forks has several ends, and each attests to it.
    for (let paths = 1; paths > 0;) {
      let [tag] = take(1);
      const forks = tag === 0xff;
      if (forks) [tag] = take(1);
      if (tag === 0x00) {
        const kind = hexOf(take(8));
        const end = number() + at;
        if (kind === waitsAt) said.pending.push(new TextDecoder().decode(take(number())));
        if (kind === isInBlock) said.heights.push(number());
        if (end > bytes.length || at > end) return null;
        at = end;
        if (!forks) paths -= 1;
      } else {
        // append and prepend have bytes; sha1, ripemd160, sha256, keccak256, reverse and hexlify have none.
        if (tag === 0xf0 || tag === 0xf1) take(number());
        else if (![0x02, 0x03, 0x08, 0x67, 0xf2, 0xf3].includes(tag)) return null;
        if (forks) paths += 1;
      }
    }
    return at === bytes.length && said.pending.length + said.heights.length > 0 ? said : null;
  } catch {
    return null;
  }
}

/** A DER element: its tag, its content, and where the next one begins. */
function element(bytes, at) {
  let length = bytes[at + 1];
  let start = at + 2;
  if (length > 0x80) {
    const size = length - 0x80;
    length = bytes.slice(start, start + size).reduce((sum, byte) => sum * 256 + byte, 0);
    start += size;
  }
  if (length === undefined || start + length > bytes.length) throw new RangeError("cut off");
  const end = start + length;
  return { tag: bytes[at], content: bytes.slice(start, end), raw: bytes.slice(at, end), end };
}

/** The elements of a constructed one. */
export function elements(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; at = found.at(-1).end) found.push(element(bytes, at));
  return found;
}

/** What a token of RFC 3161 says: of which SHA-256, and when (TSTInfo of section 2.4.2); `null` for what is none. */
export function readToken(bytes) {
  try {
    const [, signedData] = elements(elements(bytes)[0].content);
    const content = elements(elements(signedData.content)[0].content).find(({ tag }) => tag === 0x30);
    const [type, octets] = elements(content.content);
    // id-ct-TSTInfo, 1.2.840.113549.1.9.16.1.4
    if (hexOf(type.content) !== "2a864886f70d0109100104") return null;
    const info = elements(elements(elements(octets.content)[0].content)[0].content);
    const [algorithm, imprint] = elements(info[2].content);
    // id-sha256, 2.16.840.1.101.3.4.2.1
    if (hexOf(elements(algorithm.content)[0].content) !== "608648016503040201") return null;
    const time = info.find(({ tag }) => tag === 0x18);
    const text = new TextDecoder().decode(time.content);
    const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/, "$1-$2-$3T$4:$5:$6Z");
    const nonce = info.slice(5).find(({ tag }) => tag === 0x02);
    return { imprint: hexOf(imprint.content), time: iso, nonce: nonce === undefined ? null : hexOf(nonce.content) };
  } catch {
    return null;
  }
}

/** A key's name in groups that people can compare. */
export const fingerprintOf = (id) => id.match(/.{1,4}/g).join(" ");

/**
 * What the page says. It cannot know whose key signed, so it is green only for one that its reader has compared.
 * @param {Awaited<ReturnType<typeof checkProof>>} found
 * @param {string} given the fingerprint that the reader has from the operator; empty for none
 */
export function verdictOf({ ok, reason, data }, given) {
  if (!ok)
    return {
      state: "wrong",
      title: "Not as it was signed",
      lines: [`${reason[0].toUpperCase()}${reason.slice(1)}.`, "Nothing after this was checked."],
    };
  const { key, origin } = data.statement;
  const named = origin === null ? "" : ` The file names ${origin} as its operator.`;
  const compared = given.toLowerCase().replace(/[^0-9a-f]/g, "");
  if (data.signature === null)
    return {
      state: "partly",
      title: "Unchanged, but for the signature",
      lines: ["This browser cannot check the signature, so anybody can have made this file."],
    };
  if (compared === key)
    return {
      state: "ok",
      title: "Verified",
      lines: [`Everything in this file is as it was signed by the key that you gave, ${fingerprintOf(key)}.${named}`],
    };
  if (compared.length >= key.length)
    return {
      state: "wrong",
      title: "Signed by another key",
      lines: [`This file is signed by the key ${fingerprintOf(key)}, and not by the one that you gave.`],
    };
  const where = origin === null ? "." : ` at ${origin}/.well-known/conclave-keys.json. Open that address yourself.`;
  return {
    state: "unknown",
    title: "As it was signed, by a key that this page does not know",
    lines: [
      `Everything in this file is as it was signed by the key ${fingerprintOf(key)}.`,
      `Anybody can sign a file with a key of their own. Compare this fingerprint with the one that the operator publishes${where}`,
    ],
  };
}

/** The place to compare stays, so that what was typed wrong can be mended. */
function showVerdict(found, given) {
  const box = document.getElementById("proof-verdict");
  const { state, title, lines } = verdictOf(found, given);
  box.dataset.state = state;
  box.dataset.part = found.part ?? "";
  const said = [make("strong", title), ...lines.map((line) => make("p", line))];
  const before = box.querySelector("label");
  if (before !== null) {
    for (const node of [...box.childNodes].filter((one) => one !== before)) node.remove();
    before.before(...said);
    return;
  }
  box.replaceChildren(...said);
  if (state !== "unknown") return;
  const field = make("input");
  field.addEventListener("input", () => showVerdict(found, field.value));
  box.append(make("label", "The operator's fingerprint ", field));
}

/** With what stands beside the page itself, such as a comment behind it. */
function wholeOf(document) {
  return [...document.childNodes].map((node) => node.outerHTML ?? `${node.nodeName} ${node.data ?? ""}`).join("\n");
}

/** Shows in the page what was found: the verdict, the report, and what was signed beside it. */
async function showInPage() {
  const shown = wholeOf(document);
  const isThisPage = (expected) =>
    document.compatMode === "CSS1Compat" && wholeOf(new DOMParser().parseFromString(expected, "text/html")) === shown;
  const parts = partsOfDocument();
  const found = await checkProof(parts, isThisPage);
  showVerdict(found, "");
  try {
    document.getElementById("proof-page").innerHTML = JSON.parse(parts.blocks.report);
  } catch {
    // The verdict says that it cannot be read.
  }
  if (found.ok) showSigned(found);
}

function make(tag, ...content) {
  const node = document.createElement(tag);
  node.append(...content);
  return node;
}

function makeTable(head, rows) {
  const cells = (tag, row) => make("tr", ...row.map((text) => make(tag, String(text))));
  const table = make("table", make("thead", cells("th", head)), make("tbody", ...rows.map((row) => cells("td", row))));
  const wide = make("div", table);
  wide.className = "wide";
  return wide;
}

const list = (lines) => make("ul", ...lines.map((line) => make("li", line)));
const folded = (title, ...content) => make("details", make("summary", title), ...content);

const reasons = {
  later: "public only later",
  undated: "not known since when it is public",
  outside: "outside of what was asked for",
  present_only: "shows only the present, not asked",
};

function showSigned({ checks, unchecked, data }) {
  const { statement, evidence, calls, refused, chain, manifest } = data;
  const key =
    statement.origin === null
      ? ""
      : ` Its operator publishes its keys at ${statement.origin}/.well-known/conclave-keys.json.`;
  document.getElementById("proof-panel").append(
    make("h2", "Proof"),
    make("p", `Made ${statement.made_at} by code ${statement.code_version}.${key}`),
    make("h3", "Checked"),
    list(checks),
    ...(unchecked.length === 0 ? [] : [make("h3", "Not checked"), list(unchecked)]),
    folded(
      `Hashes of the evidence (${evidence.length})`,
      makeTable(
        ["ID", "Source", "Date", "SHA-256"],
        evidence.map(({ id, source, at, hash }) => [id, source, at, hash]),
      ),
    ),
    folded(
      "What the as-of door refused",
      refused === null || refused.length === 0
        ? make(
            "p",
            refused === null ? "This run kept no record of it." : "Nothing that its sources gave was held back.",
          )
        : makeTable(
            ["Data", "Source", "Reason", "Records", "SHA-256"],
            refused.map((row) => [row.kind, row.source, reasons[row.reason], row.count, row.sha256 ?? ""]),
          ),
    ),
    folded(
      `Prompts and answers (${calls.length})`,
      makeTable(
        ["Call", "Model", "Prompt SHA-256", "Answer SHA-256"],
        calls.map((call) => [call.step, call.model, call.prompt_sha256, call.answer_sha256]),
      ),
    ),
    folded("Manifest", make("pre", JSON.stringify(manifest, null, 2))),
    ...(chain === null
      ? []
      : [folded("Signal chain", ...chain.entries.map(({ hash, body }) => make("pre", `${hash}\n${body}`)))]),
    folded("Signed statement", make("pre", JSON.stringify(statement, null, 2))),
  );
}

if (typeof document !== "undefined") await showInPage();
