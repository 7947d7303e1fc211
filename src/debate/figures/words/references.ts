import type { Evidence } from "#src/contract/run/evidence.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { whenAsked } from "#src/core/once.ts";
import {
  braces,
  closeOf,
  isCut,
  mostBraces,
  mostCharacters,
  unclosed,
  namesIn,
  parseExpression,
  printExpression,
  workOut,
} from "../expression.ts";
import { lookUp, readable, roleOf, termOf, type Terms } from "../evidence-figures.ts";
import { printFigure, type Printed } from "../print.ts";
import type { Quantity, Worked } from "../quantity.ts";
import { signIsSaid, typedBefore, typedBehind } from "./word-tables.ts";

/** What follows a reference can change it up to here. */
const lookahead = 40;
const lookbehind = 80;

export interface Resolver {
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly terms: Terms;
  /** Terms that are unknown while the text streams. */
  readonly open?: readonly string[];
  /** A BCP 47 tag. */
  readonly language: string;
  /** Resolved references, by the text between the braces. */
  readonly known: Map<string, Resolved | null>;
}

const shared = new WeakMap<ReadonlyMap<string, Evidence>, Map<string, Map<string, Resolved | null>>>();

/** References to evidence, which resolve alike in all statements of a run. */
function sharedOf({ evidence, language, terms }: Resolver): Map<string, Resolved | null> {
  let byStyle = shared.get(evidence);
  if (byStyle === undefined) shared.set(evidence, (byStyle = new Map()));
  const style = terms.isIndex === true ? `${language} index` : language;
  let known = byStyle.get(style);
  if (known === undefined) byStyle.set(style, (known = new Map()));
  return known;
}

/** The part before the bar: `M6|abs` is no own term. */
const ownName = /^[^|]*[a-z]/;

interface Resolved {
  readonly kind: "reference" | "own" | "unsupported";
  readonly ids: readonly string[];
  readonly expression: string | null;
  readonly quantity: Quantity | null;
  readonly printed: Printed;
  /** Without its sign; unchanged for a value that is not negative. */
  readonly unsigned: Printed;
  /** Why there is no figure. */
  readonly reason: string | null;
}

/** A reference as it was written out. */
export interface Written {
  readonly span: TextSpan;
  readonly quantity: Quantity | null;
  /** In words, where it names nothing. */
  readonly denial: string | null;
}

const looksMeant =
  /(?<![A-Za-z\d_])(?:[MSNFD]\d+|entry|stop|target|size(?:_pct)?|confidence|horizon(?:_days)?)(?![A-Za-z\d_])/;

/** `null` for foreign text between braces. */
function resolve(inner: string, resolver: Resolver): Resolved | null {
  const cache = ownName.test(inner) ? resolver.known : sharedOf(resolver);
  const known = cache.get(inner);
  if (known !== undefined) return known;
  const resolved = looksMeant.test(inner) ? resolveMeant(inner, resolver) : null;
  cache.set(inner, resolved);
  return resolved;
}

function resolveMeant(inner: string, { evidence, terms, open, language }: Resolver): Resolved {
  const [body = "", modifier, ...more] = inner.split("|").map((part) => part.trim());
  const parsed = parseExpression(body);
  if (!parsed.ok) return missing(body, parsed.reason);
  if (more.length > 0 || (modifier !== undefined && modifier !== "abs" && modifier !== "%"))
    return missing(body, `"|${[modifier, ...more].join("|")}" is unknown; |abs leaves the sign out`);
  const names = namesIn(parsed.tree);
  if (names.some((name) => open?.includes(roleOf(name) ?? "") === true)) return later;
  const worked = workOut(parsed.tree, (name) => lookUp(name, evidence, terms));
  if (!worked.ok) return missing(body, worked.reason);
  const shown = modifier === "%" ? inPercent(worked.quantity) : worked;
  if (!shown.ok) return missing(body, shown.reason);
  const { quantity } = shown;
  const ids = names.filter((name) => roleOf(name) === null);
  const [only = ""] = names;
  const role = roleOf(only);
  const isPlain = parsed.tree.kind === "name";
  const own = isPlain && role !== null ? termOf(terms, role)?.label : undefined;
  const shownAs = readable(quantity, terms);
  const unsigned = whenAsked(() => printFigure({ ...shownAs, value: Math.abs(quantity.value) }, language));
  const printed = whenAsked(() => printFigure(shownAs, language));
  return {
    kind: ids.length === 0 ? "own" : "reference",
    ids,
    expression: own ?? (isPlain ? null : printExpression(parsed.tree)),
    quantity,
    // One of the two is written, mostly.
    get printed() {
      return modifier === "abs" || quantity.value >= 0 ? unsigned() : printed();
    },
    get unsigned() {
      return unsigned();
    },
    reason: null,
  };
}

/** `{{F16/F15|%}}`: a ratio as a share. */
function inPercent(quantity: Quantity): Worked {
  switch (quantity.kind) {
    case "percent":
    case "pp":
      return { ok: true, quantity };
    case "ratio":
    case "multiple":
    case "plain":
      return { ok: true, quantity: { value: quantity.value * 100, kind: "percent", currency: null } };
    default:
      return { ok: false, reason: "only a ratio can be written in %" };
  }
}

const dots: Printed = { text: "…", bare: "…" };
const later: Resolved = {
  kind: "own",
  ids: [],
  expression: null,
  quantity: null,
  reason: null,
  printed: dots,
  unsigned: dots,
};

function missing(body: string, reason: string): Resolved {
  const text = body === "" ? "[no figure]" : `[no figure: ${body}]`;
  const printed = { text, bare: text };
  return { kind: "unsupported", ids: [], expression: null, quantity: null, printed, unsigned: printed, reason };
}

/** Writes references as text comes in, once nothing that follows can change them. */
export class ReferenceWriter {
  readonly #resolver: Resolver;
  readonly #onWritten: (written: Written) => void;
  #raw = "";
  /** The raw text is written up to here. */
  #done = 0;
  /** Where the last checked opening braces end. */
  #opened = 0;
  /** UTF-16 units written so far. */
  #length = 0;
  #isEnded = false;
  /** So that "and {{M25}}" behind it is read alike. */
  #signSaidAt: number | null = null;

  constructor(resolver: Resolver, onWritten: (written: Written) => void = () => undefined) {
    this.#resolver = resolver;
    this.#onWritten = onWritten;
  }

  whole(text: string): string {
    this.#raw = text;
    return this.end();
  }

  push(delta: string): string {
    this.#raw += delta;
    return this.#advance();
  }

  end(): string {
    this.#isEnded = true;
    return this.#advance();
  }

  #advance(): string {
    let out = "";
    for (;;) {
      const open = this.#raw.indexOf("{{", this.#done);
      if (open < 0) return out + this.#plain(this.#isEnded ? this.#raw.length : settled(this.#raw, this.#done));
      const found = this.#reference(open);
      const ahead = found === null || found === "later" ? null : aheadOf(this.#raw, found.end);
      if (found === null) {
        // "{{}" and a reference behind it are read apart.
        out += this.#plain(this.#opened - 1);
      } else if (found === "later" || (ahead === null && !this.#isEnded)) {
        return out + this.#plain(Math.max(this.#done, settled(this.#raw.slice(0, open), this.#done)));
      } else {
        out += this.#figure(found.resolved, open, found.end, ahead ?? this.#raw.slice(found.end));
      }
    }
  }

  /** `null`: foreign text; `later`: still open. */
  #reference(open: number): { readonly resolved: Resolved; readonly end: number } | "later" | null {
    const from = braces(this.#raw, Math.max(open, this.#opened), "{");
    this.#opened = from;
    const close = from === this.#raw.length ? "later" : closeOf(this.#raw, from - 2);
    if (close === "later" && !this.#isEnded) return "later";
    if (typeof close === "number") {
      const resolved = resolve(this.#raw.slice(from, close), this.#resolver);
      if (resolved === null) return null;
      const last = close + Math.min(from - open, mostBraces);
      const end = braces(this.#raw, close, "}", last);
      return end === this.#raw.length && end < last && !this.#isEnded ? "later" : { resolved, end };
    }
    // Closed by one brace or none: "{{M1} below", "{{M1 below".
    const rest = this.#raw.slice(from, from + mostCharacters);
    const [name = "", id = ""] = unclosed.exec(rest) ?? [];
    const resolved = id === "" ? null : resolve(id, this.#resolver);
    if (resolved !== null) return { resolved, end: from + name.length };
    // The text breaks off in a reference whose name may go on: "{{M1" of "{{M12}}".
    const breaksOff = close === "later" && isCut(rest);
    return breaksOff ? { resolved: missing(rest.trim(), "it breaks off"), end: this.#raw.length } : null;
  }

  #plain(to: number): string {
    if (to <= this.#done) return "";
    const text = this.#raw.slice(this.#done, to);
    this.#done = to;
    this.#length += text.length;
    return text;
  }

  #figure(resolved: Resolved, open: number, end: number, ahead: string): string {
    const { quantity } = resolved;
    const before = this.#raw.slice(Math.max(this.#done, open - lookbehind), open);
    const typed = quantity === null ? 0 : typedBefore(before, quantity);
    const lead = this.#plain(open - typed);
    this.#done = open;
    const context = this.#raw.slice(Math.max(0, open - lookbehind), open - typed);
    const behind = quantity === null ? null : typedBehind(ahead, quantity);
    const saysSign =
      quantity !== null &&
      quantity.value < 0 &&
      this.#resolver.language.startsWith("en") &&
      signIsSaid(context, ahead.slice(behind?.length ?? 0), resolved.ids[0], this.#alike(open));
    const printed = saysSign ? resolved.unsigned : resolved.printed;
    const text = behind === null ? printed.text : behind.write(printed, this.#resolver.language);
    const from = this.#length;
    this.#length += text.length;
    this.#done = end + (behind?.length ?? 0);
    this.#signSaidAt = saysSign ? this.#done : null;
    this.#onWritten({
      span: {
        from,
        to: this.#length,
        kind: resolved.kind,
        ids: [...resolved.ids],
        expression: resolved.expression,
      },
      quantity: saysSign && quantity !== null ? { ...quantity, value: Math.abs(quantity.value) } : quantity,
      denial: resolved.reason === null ? null : `"${this.#raw.slice(open, end)}" names no figure: ${resolved.reason}.`,
    });
    return lead + text;
  }

  /** The text between a figure whose sign is in words and the next figure. */
  #alike(open: number): string | null {
    return this.#signSaidAt === null || open - this.#signSaidAt > lookbehind
      ? null
      : this.#raw.slice(this.#signSaidAt, open);
  }
}

/** The relevant text that follows; `null` while more may come. */
function aheadOf(raw: string, from: number): string | null {
  const ahead = raw.slice(from, from + lookahead);
  const end = ahead.search(/[\n;!?]|\.\s|\{\{/);
  if (end >= 0) return ahead.slice(0, end);
  return ahead.length === lookahead ? ahead : null;
}

/** A lone brace, sign or currency waits for a reference. */
function settled(raw: string, from: number): number {
  const tail = raw.slice(Math.max(from, raw.length - 6));
  const waiting = /(?:(?<![\p{L}\d])[A-Z]{0,4}[\p{Sc}]?[  ]?|(?<![\p{L}\d])[-+−][\p{Sc}]?)\{?$/u.exec(tail)?.[0] ?? "";
  return raw.length - waiting.length;
}
