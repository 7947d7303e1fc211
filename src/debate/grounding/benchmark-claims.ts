import { itemOf, needing } from "./claim-reader.ts";
import { spansIn } from "./evidence-index.ts";
import { allIn, firstIn, occurs } from "./pattern-search.ts";

/*
 * What words state of the stock against its benchmark, whichever of the two is the subject: "the S&P 500 did better than
 * the stock", "an index fund would have been the worse choice", "the market could not keep up with it".
 */

const benchmark =
  "(?:benchmark|market|index(?: funds?| investors| trackers?)?|indices|S&P(?: 500)?|SPY|BTC|Bitcoin|\\^[A-Z]{3,5})";
const benchmarks = new RegExp(`(?<![\\w-])${benchmark}(?![\\w-])`, "gi");
const done =
  /(?<![\w-])(?:(?:(?:had|have had|enjoyed|saw|did|done|do|fared?|performed|came out|come out|been|was|were|is|are) (?:(?:far|much|a little|slightly|clearly) )?(?:the |a )?(better|stronger|weaker|worse)(?: (?:choice|place|investment|bet|holding|of the two|one|buy|home|quarter|year|time|run|ride|return|result))?(?! than (?:flat|zero|the (?:month|quarter|week)))|(beat(?:en|s)?|outperform(?:s|ed|ing)?|outpac(?:es|ed|ing)|outr[au]n(?:s|ning)?|outstripp?(?:s|ed)|bested|surpass(?:es|ed)|led|ahead of|left behind|(?:kept|keeps?|keeping) (?:up|pace) with|won against)|(underperform(?:s|ed|ing)?|lag(?:s|ged|ging)?(?: behind)?|trail(?:s|ed|ing)?(?! (?:twelve|earnings|sales))|missed|fell behind|fallen behind|behind|los(?:t|es|ing) (?:out )?(?:to|against)|(?:fail(?:ed|s)? to|could not|did not|unable to|couldn['’]t|didn['’]t) (?:keep (?:up|pace) with|match|beat|follow)))|(?:returned|earned|yielded|delivered|gained|made|brought(?: in)?|rose|climbed|added|gave) (?:(?:far|much|a little|slightly) )?(more|less) than|(?:lost|fell|dropped|declined|shed|gave up) (?:(?:far|much|a little|slightly) )?(more|less) than)(?![\w-])/i;
const passive = /^(?:beaten|outperformed|outpaced|outrun|outstripped|bested|surpassed|led|left behind)$/i;

export const besideBenchmark = needing([done], (clause, index, cited, { windows }) => {
  const found = firstIn(done, clause);
  if (found === null || /\b(?:beta|correlat|volatil|volume|growth|margin|sector|peers?)\w*\b/i.test(clause))
    return null;
  const items = ["relative_strength_63", "relative_strength_252"].flatMap((key) => itemOf(index, key) ?? []);
  const named = items.filter(({ label }) =>
    windows.some(({ names }) => spansIn(label).some((span) => names.has(span))),
  );
  const own = items.filter(({ id }) => cited.has(id));
  const [item, another] = own.length > 0 ? own : named;
  if (item?.value == null || item.value === 0 || another !== undefined) return null;
  const isOfCoin = /\b(?:BTC|bitcoin)\b/i.test(item.label);
  const places = allIn(benchmarks, clause).filter(([word]) => isOfCoin || !/^(?:BTC|Bitcoin)$/i.test(word));
  const [first] = places;
  // "Against Bitcoin, Ether has been the weaker": set against, and no subject.
  const isObject =
    first !== undefined &&
    /(?:\b(?:against|versus|vs\.?|than|compared (?:with|to)|relative to|with|beside|next to) )(?:the |its |an? )?(?:[\w-]+ )?$/i.test(
      clause.slice(0, first.index),
    );
  if (first === undefined || places.length > 1) return null;
  const word = found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5] ?? "";
  const start = found.index + found[0].indexOf(word);
  const isUp =
    found[2] !== undefined ||
    /better|stronger/i.test(found[1] ?? "") ||
    /more/i.test(found[4] ?? "") ||
    /less/i.test(found[5] ?? "");
  const isPassive =
    occurs(passive, word) &&
    /\b(?:was|were|been|being|got|is|are) (?:\w+ )?$/i.test(clause.slice(0, start)) &&
    / by\b/i.test(clause.slice(start));
  const isSubject = first.index < found.index && !isObject;
  const isTurned = isSubject !== isPassive;
  return { start, end: start + word.length, holds: item.value > 0 === (isUp !== isTurned), items: [item] };
});
