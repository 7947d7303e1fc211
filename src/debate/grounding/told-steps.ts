import { fromBenchmark } from "./benchmark-steps.ts";
import { closesOf } from "./closes.ts";
import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { forEachOf, reward } from "./each-unit-steps.ts";
import { levelInRanges, shareBehind } from "./loose-steps.ts";
import { besideLine } from "./placed-steps.ts";
import { impliedMove, inMoney } from "./price-steps.ts";
import { quotientBetween, shareBetween } from "./quotient-steps.ts";
import { betweenMargins, shareTold } from "./share-steps.ts";
import { about, alike, idsOfAll, lead, namedBy, quotient, siblingOf, sign } from "./step-names.ts";
import { figure, money, type Figure, type Step, type Told } from "./step.ts";

/*
 * Steps told by a verb or a preposition between any two figures that the sentence names: "capital spending took 10 % of
 * operating cash flow", "from the close to the resistance there is 9 % of room", "cash per share works out at $26".
 */

/** "A and B" of a pattern's first two groups, when they are of one kind. */
function sides(found: RegExpExecArray | null, told: Told): readonly [Figure, Figure] | null {
  if (found === null) return null;
  const [left = "", right = ""] = [found[1], found[2]];
  const a = namedBy(left, told);
  const b = namedBy(right, told) ?? siblingOf(a, right, told);
  return a === null || b === null || !alike(a, b) ? null : [a, b];
}

const name = String.raw`([A-Za-z\d][\w\- ]{2,48}?(?: \[[^\]]*\])?)`;
const valued = String.raw`([A-Za-z\d][\w\- ]{2,48}?(?: \[[^\]]*\])?(?: of [$€£¥₹−–-]*\d[\d.,]*)?(?: \[[^\]]*\])?)`;

const isMultiple = lead(
  String.raw`${name}(?: (?:of|near|at|around) [\w.,%$ -]{2,40}?)? (?:is|are|was|were|equals|stands at|comes to|runs at|amounts to) `,
);
const timesOther =
  /^(?: times|x| ?×| of)? (?:that of )?(?:the |its )?([\w -]{3,40}?)(?=[.,;:)]| \[| (?:over|in|for|and|which|while|but|so)\b|$)/i;
const covers = lead(
  String.raw`${name} (?:covers?|exceeds?|would cover|could cover|would repay|could repay) (?:the |its |all )?${name} `,
);

const dividedBy = lead(
  String.raw`${name} (?:over|divided by) (?:the |its )?${name},? (?:is|equals|gives|makes|comes to|works out at|yields) `,
);

/** "Volatility is 1.52 times the 63-session figure", "cash covers debt 4.4 times". */
function times(told: Told): Step | null {
  const each = forEachOf(told);
  if (each !== null) return each;
  const pair = sides(firstIn(covers, told.lead) ?? firstIn(dividedBy, told.lead), told);
  if (pair !== null) return quotient(...pair);
  const found = firstIn(isMultiple, told.lead);
  const other = found === null ? null : timesOther.exec(told.ahead);
  const isFamily = /\bvolatility$/i.test(found?.[1] ?? "") && /^longer\b/i.test(other?.[1] ?? "");
  const a = namedBy(found?.[1] ?? "", told) ?? (isFamily ? figure(told, "volatility_21") : null);
  const b = namedBy(other?.[1] ?? "", told) ?? siblingOf(a, other?.[1] ?? "", told);
  return a === null || b === null || !alike(a, b) ? null : quotient(a, b, told);
}

const added = lead(
  String.raw`${name} (?:plus|together with|added to|on top of) ${name} (?:takes?|took|ate|eats?|cost|costs|came to|comes? to|make|makes|made|add up to|adds up to|amount to|amounts to|amounted to|is|are|was|were|total|totals|totalled|consumed|give|gives) `,
);

function sum(told: Told): Step | null {
  const pair = sides(firstIn(added, told.lead), told);
  if (pair === null) return null;
  const [a, b] = pair;
  return { expression: `${a.name} + ${b.name}`, ids: idsOfAll(a, b), value: a.value + b.value, quantity: a.quantity };
}

const subtracted = lead(
  String.raw`(?:subtract|take|deduct) (?:the )?${name} from (?:the )?${name},? (?:and (?:you get|you have|the result is|there remains|what is left is)|to get|leaves|gives) `,
);
const lessOther = lead(
  String.raw`${valued} (?:less|minus) ${valued},?(?: [$€£¥₹]?\d[\d.,]* ?[−–-] ?[$€£¥₹]?\d[\d.,]*,?)? (?:leaves|gives|makes|is|comes to|equals|yields) `,
);

/** "Subtract the mean from the close and you get −7.88": with the sign that it has. */
function difference(told: Told): Step | null {
  const turned = sides(firstIn(subtracted, told.lead), told);
  const [a, b] = turned === null ? (sides(firstIn(lessOther, told.lead), told) ?? []) : [turned[1], turned[0]];
  if (a === undefined || b === undefined) return null;
  const value = a.value - b.value;
  return { expression: `${a.name} - ${b.name}`, ids: idsOfAll(a, b), value, quantity: a.quantity, isSigned: true };
}

const perShare = lead(
  String.raw`${name} (?:per|a|for each|for every) share (?:works? out(?: at| to)?|comes? (?:to|out at)|is|are|was|were|amounts? to|stands? at|equals?) `,
);

const netOf = /\b(?:net of|after|without|excluding|less|minus)\b/i;

function forEachShare(told: Told): Step | null {
  // "Net of debt, cash per share" takes one step more.
  const found = occurs(netOf, told.lead) ? null : firstIn(perShare, told.lead);
  const [amount, shares] = [found === null ? null : namedBy(found[1] ?? "", told), figure(told, "shares_outstanding")];
  if (amount === null || shares === null || !alike(amount, { ...amount, quantity: money })) return null;
  const step = quotient(amount, shares);
  return step === null ? null : { ...step, quantity: money };
}

const room = lead(
  String.raw`(?:(?:the )?(?:room|upside|downside|way|distance) )?(?:up |down )?from (?:the )?${name} (?:up |down )?to (?:the )?${name},?(?: (?:the|a) (?:whole |full |entire )?(?:corridor|way|distance|span|range|stretch|gap|room|move))? (?:(?:there (?:is|are|remains?|would be))|is|are|comes to|amounts to|measures|spans|covers|it is) (?:a gap of |a distance of |room of |room for )?`,
);

/** "From the close to the resistance there is 9.5 % of room". */
function wayTo(told: Told, unit: "%" | ""): Step | null {
  const pair = sides(firstIn(room, told.lead), told);
  if (pair === null || pair[0].value === 0) return null;
  const [a, b] = pair;
  if (unit === "")
    return {
      expression: `${b.name} - ${a.name}`,
      ids: idsOfAll(a, b),
      value: Math.abs(b.value - a.value),
      quantity: a.quantity,
    };
  return {
    expression: `${b.name} / ${a.name} - 1`,
    ids: idsOfAll(a, b),
    value: b.value / a.value - 1,
    quantity: plain,
  };
}

const counts = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const counted = String.raw`(${counts.join("|")}|\d{1,2})`;
const sizeOf = (word: string): number => counts.indexOf(word.toLowerCase()) + 1 || Number(word);
const lastIs = lead(String.raw`(?:last|latest|final) close (?:is|was|stands|came in|lies) `);
const thanEarlier = new RegExp(
  String.raw`^ ?(?:%|percent|per cent) (?:(higher|above|up)|lower|below|down) (?:than |on |from )?(?:the (?:one|close) |that )?(?:of )?${counted} (?:trading )?sessions? (?:earlier|before|ago|back)`,
  "i",
);
const ofLatest = new RegExp(
  String.raw`\b(?:average|mean) of (?:the |its )?(?:last|latest) ${counted} (?:listed )?closes (?:is|was|lies at|stands at|comes to|works out at|amounts to|equals|of) ${about}${sign}$`,
  "i",
);

/** "The last close is 1.0 % lower than three sessions earlier", "the mean of the last five closes is 37.68". */
function ofList(told: Told, number: string): Step | null {
  const list = closesOf(told.grounds.index);
  if (list === null) return null;
  const values = list.closes.map(({ value }) => value);
  const latest = firstIn(ofLatest, told.lead);
  if (latest !== null) {
    const those = values.slice(-sizeOf(latest[1] ?? ""));
    if (those.length !== sizeOf(latest[1] ?? "")) return null;
    const mean = those.reduce((total, value) => total + value, 0) / those.length;
    return { expression: `mean of ${list.item.id}`, ids: [list.item.id], value: mean, quantity: money };
  }
  const than = occurs(lastIs, told.lead) ? thanEarlier.exec(`${number}${told.ahead}`) : null;
  const [now, then] = [values.at(-1), values.at(-1 - sizeOf(than?.[2] ?? "0"))];
  if (than === null || now === undefined || then === undefined) return null;
  const way = than[1] === undefined ? -1 : 1;
  const value = way * (now / then - 1);
  return { expression: `${now} / ${then} - 1`, ids: [list.item.id], value, quantity: plain, isSigned: true };
}

const stake =
  /\b(one|an?|1|each|every|a hundred|one hundred|100|1,000|a thousand|one thousand) (?:units?|dollars?|euros?|USD) (?:of cash )?(?:put|invested|placed|laid out)(?: (?:in|into|on))?(?: [^,;.\d]{2,24})? (\d{1,3}) (?:trading )?(?:sessions|days) ago (?:would(?: now)? be|would have become|is now|has become|would have turned into|would now be worth|is worth|would be worth) /i;

/** "One unit put into the stock 252 sessions ago would now be 0.93 units". */
function grown(told: Told): Step | null {
  const found = firstIn(stake, told.lead);
  const move = found === null ? null : figure(told, `return_${found[2] ?? ""}d`);
  if (
    found === null ||
    move === null ||
    !/^(?:now )?(?:worth )?(?:about |roughly |only )?[$€£]?$/i.test(told.lead.slice(found.index + found[0].length))
  )
    return null;
  const size = /hundred|^100$/i.test(found[1] ?? "") ? 100 : /thousand|1,000/i.test(found[1] ?? "") ? 1000 : 1;
  const quantity = /^ ?(?:units?)\b/i.test(told.ahead) ? plain : money;
  return {
    expression: `${size} * (1 + ${move.name} / 100)`,
    ids: move.ids,
    value: size * (1 + move.value / 100),
    quantity,
  };
}

const daily =
  /\b(posts|news items|headlines|messages|articles|stories)\b[^,;.]{0,40}? (?:at|to|is|was|were|averaged|numbered|averaging|of) (?:a rate of |an average of )?(?:about |roughly |some |only )?$/i;
const eachDay =
  /^(?: (?:posts|items|messages|headlines))? (?:a|per|each|every) day\b[^.;]*?\b(?:(?:last |past |latest )(?:(7|seven)|(30|thirty)) days|(week)|(month))\b/i;

const rateNamed =
  /\b(posts|news items|headlines|messages|articles|stories) (?:per|a|each) day (?:over|in|for|during) the (?:last |past )?(?:(7|seven)|30|thirty) days(?: \[[^\]]*\])* (?:is|are|was|were|comes? to|at) (?:about |roughly )?$/i;

/** "Posts per day over the last thirty days are 5.5". */
function rate(told: Told): Step | null {
  const found = firstIn(rateNamed, told.lead);
  if (found === null) return null;
  const days = found[2] === undefined ? 30 : 7;
  const kind = /^(?:posts|messages)$/i.test(found[1] ?? "") ? "social" : "news";
  const count = figure(told, `${kind}_count_${days}d`);
  if (count === null) return null;
  return { expression: `${count.name} / ${days}`, ids: count.ids, value: count.value / days, quantity: plain };
}

/** "Posts came in at 38.9 a day over the last seven days". */
function forEachDay(told: Told): Step | null {
  const [found, over] = [firstIn(daily, told.lead), eachDay.exec(told.ahead)];
  if (found === null || over === null) return null;
  const days = (over[1] ?? over[3]) === undefined ? 30 : 7;
  const kind = /^(?:posts|messages)$/i.test(found[1] ?? "") ? "social" : "news";
  const count = figure(told, `${kind}_count_${days}d`);
  if (count === null) return null;
  return { expression: `${count.name} / ${days}`, ids: count.ids, value: count.value / days, quantity: plain };
}

const netCash = lead(
  String.raw`(?:its )?net (cash|debt)(?: position)? (?:is|stands at|comes to|amounts to|works out at|lies at) `,
);

/** "Net cash is close to 120 billion dollars". */
function net(told: Told): Step | null {
  const found = firstIn(netCash, told.lead);
  const debt = found === null ? null : figure(told, "net_debt");
  if (found === null || debt === null) return null;
  const way = /^cash$/i.test(found[1] ?? "") ? -1 : 1;
  return { expression: debt.name, ids: debt.ids, value: way * debt.value, quantity: debt.quantity, isSigned: true };
}

/** "19.41 - 15.90 = 3.50", "$20 a share": the number is not the result yet, or of something else. */
const goesOn =
  /^(?: ?(?:dollars?|USD|points?))?(?: ?[-−–+*/×÷=] ?[$€£¥₹]?\d| (?:a|per|for each) (?:share|unit)\b| (?:ATRs?|average (?:true|daily|trading)|daily ranges?)\b)/i;

/** The step that stands in words around a number, of all that is cited for it; `null` where none does. */
export function toldStep(told: Told, unit: string | null): Step | null {
  const ranges = unit === null || unit === "x" ? levelInRanges(told) : null;
  if (ranges !== null && told.cited.every(({ id }) => ranges.ids.includes(id))) return ranges;
  const step = occurs(goesOn, told.ahead) ? null : stepOf(told, unit);
  return step !== null && told.cited.every(({ id }) => step.ids.includes(id)) ? step : null;
}

const isCurrency = /^(?:[A-Z]{3}|[$€£¥₹])$/;

function stepOf(told: Told, unit: string | null): Step | null {
  if (unit === "%")
    return (
      shareBehind(told) ??
      shareTold(told) ??
      shareBetween(told) ??
      impliedMove(told) ??
      wayTo(told, "%") ??
      besideLine(told, "%") ??
      ofList(told, "%")
    );
  if (unit === "bps") return fromBenchmark(told) ?? besideLine(told, "%");
  const amount = unit === "x" || unit === "fold" ? null : (sum(told) ?? forEachShare(told) ?? net(told));
  return (
    amount ??
    (unit === null || isCurrency.test(unit) ? (besideLine(told, "") ?? wayTo(told, "") ?? inMoney(told)) : null) ??
    difference(told) ??
    fromBenchmark(told) ??
    (unit === null ? betweenMargins(told) : null) ??
    (unit === null || unit === "x" ? quotientBetween(told) : null) ??
    times(told) ??
    ofList(told, "") ??
    grown(told) ??
    forEachDay(told) ??
    rate(told) ??
    reward(told)
  );
}
