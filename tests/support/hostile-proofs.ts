import { sha256 } from "#src/core/hash.ts";
import { embeddedJson, keyIdOf, pageOf, partsOfText, policyHash, signedText } from "#src/report/proof/proof-check.js";
import { proofFile, proofKey } from "./proof-file.ts";

/** A file that somebody made to be believed, or to break whoever checks it. */
export interface HostileProof {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A browser takes these away before the page sees them, so that the command alone can tell. */
  readonly isSeenInPage: boolean;
}

const zero = "00".repeat(32);
const point = (first: string, last = "00"): string => `${first}${"00".repeat(30)}${last}`;
const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
const eight = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";

interface Signed {
  readonly statement?: (text: string) => string;
  readonly blocks?: Readonly<Record<string, string>>;
  readonly seal?: { readonly public_key: string; readonly signature: string };
}

/** As `makeProof` puts a file together, with what differs; signed anew unless `seal` says by whom. */
async function forged({ statement: rewrite = (text) => text, blocks = {}, seal }: Signed): Promise<Uint8Array> {
  const { style, script, blocks: whole } = partsOfText(new TextDecoder().decode(await proofFile()));
  const texts = { ...whole, ...blocks };
  const before: unknown = JSON.parse(whole["statement"] ?? "");
  const said = Object.assign({}, before, {
    key: seal === undefined ? proofKey.id : await keyIdOf(seal.public_key),
    parts: {
      style: sha256(style ?? ""),
      script: sha256(script ?? ""),
      ...Object.fromEntries(
        Object.entries(texts)
          .filter(([name]) => !["statement", "seal", "timestamp"].includes(name))
          .map(([name, text]) => [name, sha256(text ?? "")]),
      ),
    },
  });
  const statement = rewrite(embeddedJson(said));
  const own = { public_key: proofKey.public_key, signature: proofKey.sign(signedText("statement", statement)) };
  const all = { ...texts, statement, seal: embeddedJson(seal ?? own) };
  const title: unknown = Object.assign({ title: "" }, before).title;
  const parts = { title: String(title), style: style ?? "", script: script ?? "", blocks: all };
  return new TextEncoder().encode(pageOf({ ...parts, scriptHash: await policyHash(parts.script) }));
}

const sealed = (public_key: string, signature: string): Signed => ({ seal: { public_key, signature } });
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Each is to be refused, by the command and in the page alike. */
export async function hostileProofs(): Promise<readonly HostileProof[]> {
  const good = await proofFile();
  const around = (before: string, behind: string): Uint8Array =>
    Buffer.concat([Buffer.from(before), good, Buffer.from(behind)]);
  const files: readonly (readonly [string, Uint8Array | Signed, "command alone"?])[] = [
    // Of a key of order 1, the neutral point as R and 0 as S sign every text.
    ["a key of order 1", sealed(point("01"), point("01") + zero)],
    ["a key of order 1 with the sign set", sealed(point("01", "80"), point("01") + zero)],
    ["a key of order 2", sealed(`ec${"ff".repeat(30)}7f`, point("01") + zero)],
    ["a key of order 4", sealed(zero, point("01") + zero)],
    ["a key of order 8", sealed(eight, point("01") + zero)],
    ["a key in another form than its own (p + 1)", sealed(`ee${"ff".repeat(30)}7f`, point("01") + zero)],
    ["a key that is no point", sealed(point("02"), point("01") + zero)],
    ["a signature of small order by another key", sealed(proofKey.public_key, point("01") + zero)],
    ["a scalar of the group's order", sealed(proofKey.public_key, point("09") + order)],
    ["a statement with a name twice", { statement: (text) => text.replace("{", '{"title":"another",') }],
    ["a statement with another form of a number", { statement: (text) => text.replace("{", "{ ") }],
    ["a result with a name twice", { blocks: { result: '{"rating":"Buy","rating":"Hold"}' } }],
    ["evidence as deep as a stack", { blocks: { evidence: deep(100_000) } }],
    ["evidence a little too deep", { blocks: { evidence: deep(300) } }],
    ["evidence that is nothing", { blocks: { evidence: "null" } }],
    ["evidence that is a number", { blocks: { evidence: "7" } }],
    ["a result that is nothing", { blocks: { result: "null" } }],
    ["a manifest without data", { blocks: { manifest: "{}" } }],
    ["a chain without entries", { blocks: { chain: '{"entries":[],"head":null,"list":"house"}' } }],
    ["a statement that is nothing", { statement: () => "null" }],
    ["a statement that is a list", { statement: () => "[]" }],
    ["a comment before it", around("<!-- Verified -->", "")],
    ["a comment behind it", around("", "<!-- Verified -->")],
    ["words behind it", around("", "<p>Buy</p>")],
    ["half of it", good.subarray(0, Math.floor(good.length / 2))],
    ["nothing", new Uint8Array()],
    ["a mark of byte order", around("\uFEFF", ""), "command alone"],
    [
      "line ends of another system",
      Buffer.from(Buffer.from(good).toString("utf8").replaceAll("\n", "\r\n")),
      "command alone",
    ],
  ];
  return Promise.all(
    files.map(async ([name, given, seen]) => ({
      name,
      bytes: given instanceof Uint8Array ? given : await forged(given),
      isSeenInPage: seen === undefined,
    })),
  );
}
