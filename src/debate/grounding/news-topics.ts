import type { Evidence } from "#src/contract/evidence.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { remembered } from "./memoized.ts";

/*
 * Which of a run's news and posts a sentence is about, by the rare words that it shares with them: what stands in nearly
 * all of them, and what any sentence about a stock says, tells none from another.
 */

/** A text of the evidence with the stems of its words. */
export interface Topic {
  readonly item: Evidence;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

interface Topics {
  readonly all: readonly Topic[];
  /** In how many texts a stem occurs. */
  readonly counts: ReadonlyMap<string, number>;
}

const common = new Set(
  (
    "a about above after again against all also am among an and any are around as at be because been before behind being below best better between bid both but by can close closed closes closing could day days did does done down each even every evidence expect expected far few figure first for from gain gained gains get give given go goes going good had has have he held her here high higher highest his hold how i if in into is it its item items just keep last later latest least less like line look looks low lower lowest made make makes many market may mean means month months more most much my near need news no nor not now of off on once one only or other others our out over own paper part past per piece point points position post posts price prices put quarter rather read reads report reported reports rest right rise risen risk rose run said same say saying says second see seen sell session sessions set share shares she should show shows since so some still stock stocks stop stories story such take taken target tell tells ten than that the their them then there these they thing things this those three time to today tone too top trade trades trading two under until up use very view want was way we week weeks well were what when where which while who whose why will with without word words work would year years yet you your " +
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday company analyst analysts headline headlines wire press article note writes wrote according positive negative strong weak buy long short bull bear volume index level sign matter case nothing something anything everybody nobody think thinks believe argue claim support entry size horizon confidence plan thesis voice manager trader portfolio number count half third side end start big small large new old late early true wrong false"
  ).split(/\s+/),
);

const word = /[A-Za-z][A-Za-z]+(?:[’'][a-z]+)?|\d[\d,.]*\d|\d{2,}/g;

/** A word without what inflects it: near enough to know it again. */
function stemOf(written: string): string {
  const plain = written.toLowerCase().replace(/[’']s?$|[’'][a-z]+$/, "");
  if (/^\d/.test(plain) || plain.length < 5) return plain.replace(/(?<=[^su])s$/, "");
  const short = plain.replace(/(?:ations?|ments?|ings?|ers?|ors?|ies|ed|es|ly|[ey])$/, "").replace(/(?<=[^su])s$/, "");
  return short.length < 4 ? plain.replace(/(?<=[^su])s$/, "") : short;
}

/** The stems of a text's words that are not said in any sentence about a stock. */
export const stemsIn = remembered((text: string): readonly string[] => {
  // "SeekingAlpha" is written apart in prose.
  const plain = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").replaceAll(/\[[^\]]{1,40}\]/g, " ");
  const words = [...plain.matchAll(word)].map(([one]) => one);
  const rare = words.filter((one) => !common.has(one.toLowerCase().replace(/[’'].*$/, "")) && one.length > 2);
  return [...new Set(rare.map(stemOf))];
});

const known = new WeakMap<EvidenceIndex, Topics>();

function topicsOf(index: EvidenceIndex): Topics {
  const before = known.get(index);
  if (before !== undefined) return before;
  const all = ["news", "post"]
    .flatMap((key) => index.byKey.get(key) ?? [])
    .flatMap((item): Topic[] =>
      item.text === null ? [] : [{ item, text: item.text, stems: new Set(stemsIn(item.text.slice(0, 600))) }],
    );
  const counts = new Map<string, number>();
  for (const { stems } of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const topics = { all, counts };
  known.set(index, topics);
  return topics;
}

/** The text of an id. */
export function topicOf(id: string, index: EvidenceIndex): Topic | null {
  return topicsOf(index).all.find(({ item }) => item.id === id) ?? null;
}

/** A text and the rare stems that a sentence shares with it. */
export interface Match {
  readonly topic: Topic;
  readonly shared: readonly string[];
}

/** The texts that share rare words with a sentence, those with most of them first. */
export function topicsFor(sentence: string, index: EvidenceIndex): Match[] {
  const { all, counts } = topicsOf(index);
  if (all.length === 0) return [];
  const most = Math.max(2, all.length / 5);
  const stems = stemsIn(sentence).filter((stem) => (counts.get(stem) ?? most + 1) <= most);
  if (stems.length === 0) return [];
  return all
    .map((topic) => ({ topic, shared: stems.filter((stem) => topic.stems.has(stem)) }))
    .filter(({ shared }) => shared.length > 0)
    .toSorted((a, b) => b.shared.length - a.shared.length);
}

/** The one text, or the equal ones, that a sentence is plainly about; none where too few of its words are rare ones. */
export function plainTopics(sentence: string, index: EvidenceIndex, least: number): Match[] {
  const found = topicsFor(sentence, index);
  const most = found[0]?.shared.length ?? 0;
  return most < least ? [] : found.filter(({ shared }) => shared.length === most);
}
