import { alternation, bookingVerbs, fallingWords, pointers, type Way } from "./direction-lexicon.ts";
import { idiomsIn } from "./idioms.ts";
import { remembered } from "./memoized.ts";
import { allIn, firstIn, mayMatch, occurs } from "./pattern-search.ts";

export type { Way };

const above = new RegExp(
  String.raw`(?<![\w-])(?:(above|ahead of|more than|better than)|(below|under|beneath|behind|less than|worse than|short of))(?![\w-])`,
  "gi",
);

export interface DirectionWord {
  readonly start: number;
  readonly end: number;
  readonly way: Way;
}

const word = /(?<![\w-])[a-z]+(?![\w-])/gi;

/** The words of a text that point up or down. */
export const directionsIn = remembered((text: string): readonly DirectionWord[] => {
  const idioms = idiomsIn(text);
  const single = wordsIn(text).filter(({ start, end }) => !idioms.some((one) => start < one.end && end > one.start));
  return idioms.length === 0 ? single : [...idioms, ...single].toSorted((a, b) => a.start - b.start);
});

/** "Even after this slide, the shares are up": what is granted tells of another time. */
const granted =
  /\b(?:after|despite|in spite of|notwithstanding) (?:this|that|such an?|all this|(?:the|its) (?:recent|latest|last)) $/i;

function wordsIn(text: string): DirectionWord[] {
  return [...text.matchAll(word)].flatMap(({ 0: printed, index }) => {
    const known = pointers.get(printed.toLowerCase());
    if (known === undefined) return [];
    if (occurs(granted, text.slice(Math.max(0, index - 32), index))) return [];
    const [lead, ahead] = [text.slice(Math.max(0, index - 20), index), text.slice(index + printed.length)];
    const found = known.find(
      ({ behind, notBehind, before, notBefore }) =>
        (behind === undefined || behind.test(lead)) &&
        notBehind?.test(lead) !== true &&
        (before === undefined || before.test(ahead)) &&
        notBefore?.test(ahead) !== true,
    );
    return found === undefined ? [] : [{ start: index, end: index + printed.length, way: found.way }];
  });
}

/** "Above" and the like; "over" is left out, since "15 % over three months" places nothing. */
export function placesIn(text: string): DirectionWord[] {
  return allIn(above, text).map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    way: found[1] === undefined ? -1 : 1,
  }));
}

const negation = new RegExp(
  String.raw`(?:\bnot|\bcannot|n't|\bnever|\bno longer|\byet to|\b(?:unable|powerless|impotent) to|\bincapable of|\bno success in|\brefus(?:e|es|ed) to|\bstopped|\bceased|\bneither|\bnor|\bno|(?<!\b(?:not|never|hardly) )(?<!n['’]t )\black(?:s|ed|ing)?(?= (?:an?|any|all|the)\b)|\b(?:devoid|void|free) of|\bfree from|\bnothing(?! (?:but|less|more|short|like)\b)|\bhardly|\bfail(?:s|ed)? to|\bavoid(?:s|ed|ing)?|\bescap(?:es?|ed|ing)|\b(?:was|were|been|is|are) spared|\bdodg(?:es?|ed|ing)|\bsidestep(?:s|ped|ping)?|\b(?:miss(?:es|ed)?|los(?:es|t)) out on|\bsteer(?:s|ed) clear of|\bwithout|\brather than|\binstead of|\bfar (?:away )?from|\banything but|\bby no means|\bin no (?:way|sense|respect|manner)|\b(?:under|on|by) no (?:reading|measure|account|yardstick|circumstances)|\bnowhere|\bat no (?:time|point)|\bno (?:signs?|evidence|indication|trace|hint|question) of|\bnowhere near|\bnothing like|\bleast of all|\bscarcely|\b(?:not|n't) (?:show|suggest|signal|indicate|mean|say|make|leave|call|put|prove)(?: that)? (?:it|the (?:stock|shares?|price|coin|index)|[A-Z^][\w.^-]*)(?: to be| is| as| in)?|\bnot what (?:I|we|one|anyone|you|anybody) (?:would|could|should|might|dare)? ?(?:call|describe as|term|label|class as|rate)|\b(?:not|n't|never) (?:signal|show|indicate|suggest|flag|reflect|point to|amount to|spell|imply|give|produce|offer|display|register|print|confirm|read|speak of|tell of|warn of|mean|make for))(?: (?:(?:the|its) (?:last|latest|past|most recent) (?:session|day)|the (?:session|day)|price|stock|shares?|quote|lift(?:ed)?|push(?:ed)?|carry|carried|bring|take|drive|it|another|a|an|the|its|any|really|actually|even|yet|in fact|have|has|had|having|be|been|being|so far|by|any|clearly|trad(?:es?|ed|ing)|sits?|sitting|lies?|lay|lying|rests?|runs?|hovers?|ranks?|out|stands?|standing|stays?|remains?|holds?|in|at|washed-out|extreme|stretched|levels|into|is|are|was|were|clos(?:e|ed)|finish(?:ed)?|end|settle|spend|carry|own|sets?|new|fresh|made?|hit|reach(?:ed)?|managed to|${alternation(bookingVerbs)}|crossed|broken|moved|slipped|dropped|fallen|push|climb|move|rise|get|got|break|cross|go|come|drop|fall|slip|sink|dip|head|settle|turn|become|trade|poke|run|further|more|additional|real|such|call|just|set|looking|dealing|facing|with|qualify|count|rate|fully|entirely|completely|wholly|called|considered|described|said|termed|as|to|look|appear|seem|read|near|close|anywhere|gone|went|held|kept|settled|ended up|ended|stayed|got|been able to|manage to|able to)){0,3} ?$`,
  "i",
);

const saying = "(?:say|argue|claim|state|suggest|maintain|assert|write|conclude|report|pretend|think)";
/** Up to what is denied: "that, over the last 63 sessions, the price"; "but" begins something else. */
const rest = String.raw`((?:[^.;:,]|\.(?=\d)|,(?! (?:but|yet|though|although|while|whereas|and|so|since|because|as|which)\b))*)$`;
/** "It is not true that it carries net debt.", "it cannot be said that the close is above the mean". */
const deniedThat = new RegExp(
  [
    String.raw`\b(?:is|are|was|were)(?: (?:simply|plainly|just|quite|clearly|certainly|by no means|in no way))?(?: not|n['’]t| hardly| far from| never|(?<=by no means)|(?<=in no way)) (?:true|right|correct|accurate|the case|so)(?: to say)? that\b${rest}`,
    String.raw`\b(?:nothing|no (?:evidence|reading|figure|number|data)) (?:here )?(?:shows?|says?|suggests?|indicates?|proves?|confirms?|supports? the (?:view|claim|idea)) that\b${rest}`,
    String.raw`\b(?:is |there['’]s |see |find |found )(?:little |no )(?:truth|sense|point|merit|basis) (?:in|for|to) (?:the |a )?(?:saying|claiming|arguing|suggesting|asserting|stating|claim|idea|notion|view|statement|suggestion|argument|assertion)(?: that)?\b${rest}`,
    String.raw`\b(?:is|was|would be) (?:false|untrue|wrong|incorrect|a myth)(?: to say)? that\b${rest}`,
    String.raw`\b(?:see|found?|finds?|is|there is|there['’]s) (?:nothing|no (?:sign|evidence|indication|truth))(?: to (?:suggest|show|indicate|say)| in (?:saying|the (?:claim|view|idea|statement)))? that\b${rest}`,
    String.raw`\b(?:wrong|hard|impossible|false|incorrect|inaccurate|misleading|mistaken|untrue|an error|a mistake) (?:to )?${saying} that\b${rest}`,
    String.raw`\b(?:no one|nobody|none)(?: of us)? (?:can|could|did|does|will|would)(?: \w+ly| seriously)? ${saying}(?: that)?\b${rest}`,
    String.raw`\b(?:cannot|(?:cannot|can not|can['’]t|could not|couldn['’]t) \w+ly) ${saying} (?!that\b)${rest}`,
    String.raw`\b(?:(?:no one|nobody|none) (?:can|could)|cannot|can not|can['’]t|could not|couldn['’]t|hardly)(?: \w+ly| seriously)? ${saying} that\b${rest}`,
    String.raw`\b(?:cannot|can not|can['’]t|could not|couldn['’]t|must not|should not|may not|(?:is|was) not to)(?: \w+ly)? be (?:said|claimed|argued|maintained|stated|asserted|suggested|held|reported|written|concluded|shown|confirmed|true|right|correct|the case) that\b${rest}`,
    String.raw`\b(?:(?:cannot|can not|can['’]t|do not|don['’]t) (?:agree|accept|concede)|dispute|deny|(?:do|does|did)(?: not|n['’]t) (?:show|confirm|bear out)) that\b${rest}`,
  ].join("|"),
  "i",
);
/** Up to the word itself: what stands behind "when" or "but" is no part of what is denied. */
const upTo = String.raw`((?:(?!\b(?:when|because|while|since|although|though|but|yet|if)\b)(?:[^.;:,]|\.(?=\d))){0,64})$`;
const calling =
  "(?:call|label|describe|rate|term|deem|consider|regard|class|classify|brand|count|treat|judge|name|mark|read|see|mistake|file)";
const deniedWhole = new RegExp(
  [
    String.raw`\b(?:do|does|did)(?: not|n['’]t) (?:see|find|observe|detect|spot|have|put|place|show|leave) (?!(?:how|why|any reason)\b)([^.;:,]{2,64})$`,
    String.raw`\b(?:wrong|false|incorrect|inaccurate|misleading|mistaken|untrue|an error|a mistake) to (?:say|claim|argue|call|suggest|pretend|think|write|put|place|have|see|set|find) ([^.;:,]*)$`,
    String.raw`\bno way to (?:say|claim|argue|state) (?:that )?([^.;:,]{2,64})$`,
    String.raw`\b(?:by no means|in no (?:way|sense|respect|manner)|(?:under|on|by) no (?:reading|measure|account|yardstick|circumstances)|at no (?:time|point)|nowhere|in none of (?:the|these|our)|never|not once|not for a moment)(?: (?:in|on|among|across|of) (?:the|our|this|these|that) [\w' ]{2,28}?| [\w' ]{2,24}?(?= (?:is|does|has)\b))? (?:did|has|have|had|is|was|does|do|are|were) ((?:the |its )?[\w&. '’-]{2,40} )$`,
    String.raw`\b(?:(?:would|could|can|do|does|did|should|may|must|will)(?: not|n['’]t)(?: yet| at all| really| \w+ly)?|cannot|never|(?:hesitate|decline|refuse|refuses|declines)s? to|hard to|too (?:early|soon|much|strong|bold|hasty) to|(?:not|n['’]t)(?: yet| at all| really| quite)? (?:ready|prepared|willing|inclined|fit|fair|right) to|(?:reluctant|slow|loath) to|stop(?:s|ped)? short of|(?:see|have|find|finds) (?:nothing|little) to|no (?:reason|ground|grounds|basis|case) (?:to|for)) ${calling}(?:ing|s)? ${upTo}`,
    String.raw`\b(?:nothing|no (?:figure|number|reading|evidence|row|line|item|entry|value|data)|not one (?:figure|number|reading|row|line|item|entry|value))(?: (?:in|on|among|from|of) (?:the|our|this|these|that) [\w' ]{2,28}?| here| at hand| (?:we|I) have)? (?:has|have|had|puts?|places?|shows?|sees?|sets?|leaves?|finds?|holds?|had|lifts?|brings?|makes?|speaks? of|points? to|hints? at|signals?|tells? of|indicates?|suggests?|makes? for|amounts? to) ${upTo}`,
    String.raw`^\W*(?:none of (?:the|its|these|those)|not (?:one|a single)|no (?:holder|owner|buyer|investor|shareholder)s?\b|nobody|no one)((?: (?!that\b)(?:[^ .;:]|\.(?=\d))+)* )$`,
  ].join("|"),
  "i",
);

/** Whether what leads up to a word denies it whole, from further back than its own part of the sentence. */
export const isDeniedAhead = (lead: string): boolean => occurs(deniedThat, lead);

/** "Overbought conditions do not prevail": what is denied behind. */
const calledWrongly =
  /\b(?:calling|labell?ing|describing|terming|branding|classing|rating|reading|treating)\b[^.;]{2,80}? (?:is|was|remains|looks|seems) (?:(?:simply|plainly|just|clearly|also|quite|still) )?(?:wrong|mistaken|an? (?:mistake|error|stretch|misreading|exaggeration)|false|premature|unjustified|unwarranted|misleading|incorrect|too (?:much|early|strong))\b/i;
const deniedBehind =
  /^[\w-]+(?: [\w-]+){0,4}? (?:(?:do|does|did|is|are|has|have|was|were|can|could)(?: not|n['’]t) (?:prevail|apply|remain|exist|obtain|in place|present|the case|persist|visible|to be (?:seen|found|read)|there|warranted|justified|(?:be |been )?(?:seen|found|met|read|reached|fulfilled|given)|show up|shown)\b|cannot be (?:seen|found|read|claimed|diagnosed|made out)\b)|^(?:overbought|oversold|stretched|(?:[\w-]+ ){1,3}?(?:condition|reading|state|signal|territory|level|message)s?)\b(?: [\w-]+){0,3}? (?:is|are|was|were|remains?|stays?|looks?) (?:(?:still|now|quite|entirely|wholly|plainly|clearly|notably|simply) )?(?:absent|missing|lacking|nowhere|out of (?:the question|sight|reach)|ruled out|off the table|not (?:what|how|a description|the word))\b/i;

/** Whether the words right before `at`, or those that lead the whole statement, deny what follows. */
export function isDenied(text: string, at: number): boolean {
  const lead = text.slice(0, at);
  const whole = firstIn(deniedThat, lead) ?? firstIn(deniedWhole, lead);
  // "In no way is the close above": what denies the whole is no second denial.
  const from = at - (whole?.slice(1).find((tail) => tail !== undefined)?.length ?? at);
  // "Stopped short of" compares.
  const isNegated =
    occurs(negation, text.slice(Math.max(from, at - 40), at)) &&
    !(/^short\b/i.test(text.slice(at, at + 6)) && /\bstopped $/i.test(text.slice(Math.max(0, at - 8), at)));
  const called = firstIn(calledWrongly, text);
  const isCalled = called !== null && at > called.index && at < called.index + called[0].length;
  const isDeniedLater = isCalled !== occurs(deniedBehind, text.slice(at, at + 72));
  return (whole === null ? isNegated : !isNegated) !== isDeniedLater;
}

/** A sentence about what might be states nothing that evidence can hold against it. */
const supposed =
  /(?<![\w-])(?:if|unless|would|could|should|(?<!(?:\d|\bin|\bsince|\bof|\bearly|\blate|\blast) )may(?! \d)|might|until|once(?!\s*(?:[.;:)[]|$)| (?:in|over|during|within|out of) )|whether|expect(?:s|ed|ing)?|forecasts?|scenario|assum(?:e|es|ing)|in case|will|risks?(?! (?:point|manager|management|appetite|premium|off|on|reward|terms|view)\b)|hopes?|fears?|threatens?|target(?:s|ing)?|wants?|needs? to|(?<!\b(?:fail(?:s|ed)?|manag(?:e|es|ed)|refus(?:e|es|ed)|struggl(?:e|es|ed)|(?:un)?able|powerless) )to (?:rise|fall|grow|gain|drop|decline|improve|widen|narrow)|can|must|(?<!\b(?:(?:year|quarter|month|week|session|day|close|one|period)s?|than|came|comes|coming|went|stood|fell|made|taken|issued|given) )before(?! (?:the|its|this|that) (?:jump|fall|rally|rebound|bounce|drop|move|break(?:out|down)?|run|pop|gap|sell-?off|slide|spike|surge|slump|plunge)\b)|when(?:ever)?)(?![\w-])|\?/i;

/** "Readers should know that", "I would add that": of the one who says it, and not of what is said. */
const reporting =
  /^[^.;:]*?\b(?:should|would|could|can|must|will|needs? to|may|might)(?: \w+){0,2} (?:know|note|add|remember|say|argue|stress|see|verify|point out|observe|repeat|keep in mind|bear in mind)(?: it)?(?: that\b|:)/i;

/** "The bear will not like it, but …": what is only thought of stands before what is said. */
const aside = /^[^,;:.]{0,80}(?:, but|;|:)(?= )/i;

/** "Before we size anything, the stop is below the low": of when it is said. */
const ahead = /^\W*before (?:we|I|you|anyone|anybody|going|sizing|acting|deciding|reading|anything)\b[^,;.]{0,40}, /i;

/** ", which the desk should keep in mind", ", and I will leave it at that": of what is said, and no part of it. */
const remark =
  /, (?:and|so|which|though|but|as|since|because|something|whatever|whichever|however|no matter|regardless|(?:an?|one|the) (?:\w+ )?(?:point|fact|detail|matter|thing|reading|argument|observation|consideration))\b[^,;:]*$/i;

function withoutRemark(text: string): string {
  const found = firstIn(remark, text);
  if (found === null || /\d/.test(found[0]) || directionsIn(found[0]).length > 0 || placesIn(found[0]).length > 0)
    return text;
  return text.slice(0, found.index);
}

/** "It would be wrong to say that" denies what follows. */
const denying =
  /^\W*(?:but |and )?it (?:would|could) (?:only )?be (?=(?:\w+ )?(?:\w+ to \w+|untrue|false|wrong|incorrect) that\b|(?:(?:wrong|false|untrue|incorrect|inaccurate|misleading|mistaken)|an error|a mistake) to (?:say|claim|argue|call|suggest|put|place|have|see|set|write|think)\b)/i;
/** "Than before", "the ones before them". */
const formerly = /\b(?:than|ones?|those|closes|sessions) before(?: (?:them|it|that|this))?(?= ?(?:[.,;[]|$))/gi;
/** "Than a beta of one would imply". */
const byThat =
  /\b(?:than|as|what|which) [^,;.]{0,40}\b(?:would|could|might) (?=(?:imply|suggest|indicate|mean|have|give|allow)\b)/i;

/** What supposes nothing although its words are in the list, and what to read instead. */
const asides: readonly (readonly [RegExp, string])[] = [
  [reporting, ""],
  [aside, ""],
  [ahead, ""],
  [denying, ""],
  [formerly, ""],
  [byThat, ""],
  [/\bnot (?:an? |the )?(?:forecasts?|target|hope|fear|scenario)\b/gi, "not so"],
  [/\b(?:can|could) (?=(?:fairly |rightly |safely )?(?:claim|say|argue|maintain|assert|point out)(?: that)?\b)/gi, ""],
  [/\bcan(?=(?: not|['’]t) )/gi, "did"],
  [/\bcould(?= not \w+[^.;]*\b(?:last|past|previous) )/gi, "did"],
  [
    /\b(?:should|may|must|could|would)(?= not (?:\w+ )?be (?:said|claimed|argued|maintained|stated|concluded|suggested|held)\b)/gi,
    "did",
  ],
  [/\b(?:no one|nobody|none) (?:can|could)\b/gi, "nobody did"],
  [/\bcan (?=be (?:called|said|considered|described|termed|counted)\b)/gi, ""],
  [
    /(?<!\b(?:buyers|sellers|bids|offers|orders|demand|supply|liquidity|support|resistance|value|bargains|entry|entries|stops?|targets?) )can (?=(?:still |now )?be (?:found|seen|located|placed|observed|met) (?:just |well |far |right |slightly )?(?:above|over|below|under|beneath|underneath|on|ahead|behind|north|south)\b)/gi,
    "",
  ],
  [
    /\b(?<=\b(?:you|we|I|one|readers?|anyone) )(?:will|can|may) (?=(?:also |still )?(?:find|note|notice|observe|see) (?:that |the |its |an? ))/gi,
    "",
  ],
  [
    /\b(?:would|could|can) (?=(?:not (?:yet |really |\w+ly )?)?(?:call|say|describe|argue|deny|dispute|label|term|deem|rate|class|classify|brand|judge|regard|treat|count|hesitate|decline|refuse)\b)/gi,
    "",
  ],
  [/\bwould have (?=(?:been|done|proved) (?:the )?(?:better|worse|wiser))/gi, "has "],
  [/\broom (?:left )?before\b/i, "room"],
];

export const isSupposed = remembered((text: string): boolean => {
  return occurs(
    supposed,
    asides.reduce(
      (plain, [pattern, by]) => (mayMatch(pattern, plain) ? plain.replace(pattern, by) : plain),
      withoutRemark(text),
    ),
  );
});

/** Words that carry a minus: one of them makes `15 %` a true telling of −15 %. */
const negative = new RegExp(
  String.raw`(?<![\w-])(?:${alternation(fallingWords)}|trail(?:s|ed)?|trailing(?! (?:twelve|12|year|four|revenue|sales|earnings|months|eps|net|free|operating|cash|period|basis))|burn(?:ed|s|t|ing)|consum(?:ed|es|ing)|lag(?:s|ged|ging)?|g(?:ave|ives?|iven|iving) (?:back|up)|sold off|cost|negative|minus|hole|too (?:low|cheap)|deficits?|lag|poorer|distance|gap|miss(?:ed|es)?|shy|away|below|under|beneath|behind|off|loss(?:es)?|deficit|outflow|discount|less|fewer|narrower|thinner|slimmer|leaner|smaller|poorer|cheaper|weak(?:er|ness)?|worse|bearish|red|slide|sell-?off|cut|reduc(?:e|ed|es|ing|tion)|bought back|repurchas\w+|buybacks?|retir(?:ed|ing)|net cash|net of|in cash|excluding|within|toll|took|taken|scarcer|rarer|sparser|dilut\w+|swing|change[sd]?|mov(?:e|es|ed)|slow\w*|drag|against|pressure|erod\w+|squeez\w+|short|pay|gone|went|halv(?:ed|es|ing)|vanish\w*|evaporat\w*|eras(?:ed|es|ing)|wip(?:ed|es|ing)|knock\w*|shav(?:ed|es|ing)|lopp\w*|chopp\w*)(?![\w-])|[−–-]\s?\d`,
  "i",
);

/** The same in other languages that models write, where word borders help little. */
const negativeElsewhere =
  /(?:\b(?:unter(?:halb)?|verlor|fiel|gefallen|gesunken|Rückgang|niedriger|sous|inférieure?|baisse|recul(?:é|e)?|perdu|debajo|bajó|cayó|perdió|inferior|menos)\b|下回|下落|下降|減|跌|低于|低於)/i;

export function speaksOfLess(text: string): boolean {
  return occurs(negative, text) || occurs(negativeElsewhere, text) || idiomsIn(text).some(({ way }) => way === -1);
}
