import type { Evidence } from "#src/contract/run/evidence.ts";
import { isEnglish } from "#src/contract/run/language.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import type { Citation } from "./citations.ts";
import { readDigits } from "./digits.ts";
import type { Terms } from "./evidence-figures.ts";
import { labelNames } from "./words/measure-names.ts";
import { passagesOf, type Figure, type Grounds } from "./passage.ts";
import type { Written } from "./words/references.ts";
import { sentencesOf } from "./sentences.ts";
import { readWords } from "./words/words.ts";

interface Prose {
  readonly text: string;
  readonly groups: readonly Citation[];
  readonly written: readonly Written[];
  readonly declared: readonly string[];
}

/** A sentence at a time. */
export function readProse(
  { text, groups, written, declared }: Prose,
  grounds: Grounds,
): { readonly spans: TextSpan[]; readonly denials: string[] } {
  const references = written.flatMap(({ span, quantity }): Figure[] =>
    quantity === null
      ? []
      : [
          {
            from: span.from,
            to: span.to,
            ids: span.ids,
            name: span.expression ?? span.ids[0] ?? "",
            quantity,
            isPlain: span.expression === null,
          },
        ],
  );
  const spans: TextSpan[] = [];
  const denials: string[] = [];
  for (const passage of passagesOf({ text, groups, references, declared }, sentencesOf(text, groups), grounds)) {
    const digits = readDigits(passage, grounds);
    spans.push(...digits.spans);
    denials.push(...digits.denials);
    const figures = [...passage.references, ...digits.figures].toSorted((a, b) => a.from - b.from);
    const words = readWords(passage, figures, grounds);
    spans.push(...words.spans);
    denials.push(...words.denials);
  }
  return { spans, denials };
}

type Prepared = Pick<Grounds, "byKey" | "labels">;
const prepared = new WeakMap<ReadonlyMap<string, Evidence>, Prepared>();

/** Built when the first text of a run is read. */
function prepare(evidence: ReadonlyMap<string, Evidence>): Prepared {
  const known = prepared.get(evidence);
  if (known !== undefined) return known;
  // Of one key the first; look-ups are cited by id.
  const byKey = new Map([...evidence.values()].toReversed().map((one) => [one.key, one]));
  const made = { byKey, labels: labelNames(evidence.values()) };
  prepared.set(evidence, made);
  return made;
}

export function groundsOf(
  statement: Terms & {
    readonly index: { readonly evidence: ReadonlyMap<string, Evidence> };
    readonly language?: string | undefined;
  },
): Grounds {
  const { index, own, proposed, currency, isIndex, language } = statement;
  return {
    evidence: index.evidence,
    ...prepare(index.evidence),
    terms: { own, proposed, currency, isIndex },
    language,
    isEnglish: isEnglish(language),
  };
}
