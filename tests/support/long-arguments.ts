import { z } from "zod";
import { conclaveScript, type ScriptAnswer, type ScriptRequest } from "./model-script.ts";
import { promptDate } from "./model-server.ts";

/*
 * A model that argues at length and disagrees with itself: for pages that are to be judged with text as long as real
 * models write it. Its figures are those of the prompt, quoted as they stand there.
 */

const analysts = { market: 2, fundamentals: 1, news: 0, social: -1 } as const;
const sizes = { aggressive: 9, neutral: 4, conservative: 1.5 } as const;
/** From here on the bear's case has won the manager over: what two runs of a year say can be compared. */
const turns = "2019-07-01";

const paragraphs = {
  for: [
    "**The trend has done the hard part.** What matters is not that the price rose but that it rose on broad participation and gave back little on the days when the market as a whole was weak. {0} Taken with {1}, this is what accumulation looks like rather than a squeeze, and it leaves room before the usual signs of exhaustion appear.",
    "The second strand is quality. {2} Management has had three quarters to disappoint and has not; the mix is shifting towards the parts of the business with the better economics, and that shift is slow enough to be credible. {3}",
    "Valuation is where I expect the strongest reply, so let me put the case myself: the multiple is not low. But a multiple is a statement about *duration*, and the duration of this growth is what the market has underestimated in each of the past four reports. {4}",
  ],
  against: [
    "**The good news is in the price.** My opponent reads the same table and stops a line too early. {0} A move of this size has in the past been followed by a pause long enough to make a patient buyer whole, and {1} says that the pause has not happened yet.",
    "Then there is what is missing. {2} Nothing in the filings explains where the next leg of margin comes from, and the one line that could, research spending, has grown more slowly than revenue. {3} A company that spends less on its future while its shareholders pay more for it deserves a discount and not a premium.",
    "Finally the asymmetry: if I am wrong the cost is a few percent of missed return, and if the bull is wrong the distance to the next support is the whole of the year's gain. {4}",
  ],
  weighing: [
    "Three points of the bull survive and two of the bear do. {0} I give the first more weight, because it rests on figures that cannot be restated; the second is a matter of tone, and tone turns. {1}",
    "What I do *not* accept is the claim that the multiple settles it either way. {2} The range of outcomes is wide, and the plan has to be able to live with both ends of it. {3} I would change my mind if the gross margin fell for a second quarter, or if the price closed under its fifty-session mean on rising volume.",
  ],
} as const;

const lists = {
  for: "What I would want to see to add to it:\n\n1. {0}\n2. {1}\n3. A close above the upper end of the range on more than usual volume.",
  against: "What would make me concede:\n\n- {0}\n- {1}\n- A quarter in which cash flow grows faster than earnings.",
  weighing:
    "| Point | Side | Kept |\n|---|---|--:|\n| Trend | Bull | yes |\n| Quality | Bull | in part |\n| Valuation | Bear | yes |",
} as const;

const headings = {
  for: "Why it is worth owning through the next two reports, even at a multiple that leaves little room for disappointment",
  against:
    "What speaks against it: a price that already holds the good news, and a margin that nobody has explained yet",
  weighing: "What the debate comes to",
} as const;

/** What a point says before it names its figure. */
const leads = {
  for: [
    "The advance is broad and has held on the days when the whole market was weak, which is accumulation and not a squeeze",
    "Three quarters could have disappointed and did not, and the mix moves towards the parts with the better economics",
    "The market has underestimated in each of the past four reports how long this growth can last",
  ],
  against: [
    "A move of this size has in the past been followed by a pause, and that pause has not happened yet",
    "Nothing that was filed explains where the next leg of margin comes from, and the one line that could has slowed",
    "If the bull is wrong, the distance to the next support is the whole of the year's gain",
  ],
  weighing: [
    "The trend weighs most, because it rests on figures that cannot be restated",
    "The tone of the news weighs little, because tone turns",
    "The range of outcomes is wide enough that either side can be right by the next report without having argued better",
  ],
} as const;

/** Of each agent a text of some four hundred words, with long headings, emphasis, lists, a table and citations. */
export function longArguments(): (request: ScriptRequest) => ScriptAnswer {
  const plainly = conclaveScript({ proseLength: 600 });
  return (request) => {
    if (request.prompt.includes("</external>") && JSON.stringify(request.schema).includes("chunkId"))
      return quoted(request.prompt);
    const answer = z.record(z.string(), z.unknown()).safeParse(plainly(request));
    if (!answer.success) return plainly(request);
    const names = labels(request.prompt);
    const who =
      /You are the ([a-z ]+?)(?: analyst| risk voice)?(?: and|\.)/.exec(`${request.system}\n${request.prompt}`)?.[1] ??
      "";
    const side = /bull|market|fundamentals|aggressive|trader/.test(who)
      ? "for"
      : /bear|social|conservative/.test(who)
        ? "against"
        : "weighing";
    return {
      ...answer.data,
      ...("text" in answer.data ? { text: essay(named(String(answer.data["text"]), names), side) } : {}),
      ...("points" in answer.data ? { points: longer(answer.data["points"], side, names) } : {}),
      ...("conditions" in answer.data ? { conditions: conditions(request.prompt) } : {}),
      ...fieldsOf(who, answer.data, promptDate(request) >= turns),
    };
  };
}

/** The assistant's: of the first passages that hold a sentence a sentence each, word for word. */
function quoted(prompt: string): ScriptAnswer {
  const passages = [...prompt.matchAll(/<external id="(p\d+)\/text">([^<]*)<\/external>/g)];
  const claims = passages.flatMap(([, chunkId = "", text = ""]) => {
    const quote = text.split(/(?<=\.) /).find((sentence) => /^.{60,400}\.$/s.test(sentence));
    return quote === undefined ? [] : [{ text: quote, chunkId, quote }];
  });
  return { answerable: claims.length > 0, claims: claims.slice(0, 4) };
}

/** One that code can watch, and one that it cannot. */
function conditions(prompt: string): readonly Record<string, unknown>[] {
  const [, id = "", close = ""] = /^\[(M\d+)\] Last close[^:]*: (\d+(?:\.\d+)?)/m.exec(prompt) ?? [];
  const none = { measure: null, comparator: null, threshold: null, unit: null, sessions: null, next_filing: null };
  return [
    {
      said: "Two closes in a row a tenth below the last one: the trend that the case rests on would be gone",
      measure: id,
      comparator: "below",
      threshold: Number((Number(close) * 0.9).toFixed(2)),
      unit: "USD",
      sessions: 2,
      next_filing: false,
      by: null,
    },
    { said: "A change of tone on the next call about who pays for the new capacity", ...none, by: null },
  ];
}

/** Of the figures in a prompt, by their ids. */
function labels(prompt: string): ReadonlyMap<string, string> {
  const lines = prompt.matchAll(/^\[([MSNFD]\d{1,4})\] (.+?): -?\d/gm);
  return new Map([...lines].map(([, id = "", label = ""]) => [id, label]));
}

/** A figure is called by its label, as a model that has read the table would. */
function named(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /The figure (stands at [^[]*\[(\w+)\])/g,
    (_whole, rest: string, id: string) => `${names.get(id) ?? "The figure"} ${rest}`,
  );
}

const Points = z.array(z.looseObject({ claim: z.string() }));

function longer(points: unknown, side: keyof typeof leads, names: ReadonlyMap<string, string>): unknown {
  return Points.parse(points).map((point, index) => ({
    ...point,
    claim: `${leads[side][index % leads[side].length]}: ${named(point.claim, names)}`,
  }));
}

/** Its figures are the sentences of the plain script's text, each with its citation. */
function essay(plain: string, side: keyof typeof paragraphs): string {
  const sentences = plain.split(/(?<=\]\.) /);
  const filled = (text: string, from: number): string =>
    text.replaceAll(/\{(\d)\}(?<goesOn>,| says)?/g, (_whole, index: string, goesOn: string | undefined) => {
      const sentence = (sentences[(from + Number(index)) % sentences.length] ?? "").trim();
      return goesOn === undefined ? sentence : sentence.replace(/\.$/, goesOn);
    });
  const [first = "", ...rest] = paragraphs[side].map((text, index) => filled(text, index * 2));
  return [`## ${headings[side]}`, first, filled(lists[side], 3), ...rest].join("\n\n");
}

function fieldsOf(who: string, answer: Readonly<Record<string, unknown>>, turned: boolean): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const [analyst, score] of Object.entries(analysts))
    if (who === analyst) said["score"] = turned ? Math.max(-2, score - 2) : score;
  for (const [voice, size] of Object.entries(sizes)) if (who === voice) said["size_pct"] = turned ? size / 2 : size;
  if (who === "research manager" && "lean" in answer) said["lean"] = turned ? "Hold" : "Buy";
  if (turned && "rating" in answer) said["rating"] = "Hold";
  if ("thesis" in answer)
    said["thesis"] = turned
      ? "The price has run ahead of what was reported since, and the question about margins is still open. The trend is not broken, so there is no case to sell; there is none to add either until the next report."
      : "The trend and the quality of earnings outweigh a multiple that leaves little room for a weak quarter. The position is smaller than the plan's, because the bear's point on margins stands until the next report.";
  return said;
}
