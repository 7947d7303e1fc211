import { french, german, spanish } from "./local-roles.ts";
import { endingIn, fillerOf, startingWith, type RoleLexicon } from "./role-patterns.ts";

/*
 * The words by which people, order tickets and models give a number to a role of an agent's own trade, language by language.
 * They stand right before the number, but for fillers ("is set at", "for our short"); `behind` are those right behind it.
 */

/** At the head of a part, or behind who acts: "short 462", "I buy at", "and cover at". */
const acting = String.raw`(?:(?<=^|[.;:,|/•–—*(]\s{0,2})|\b(?:I|we|and|to|then|would|will|'d|'ll|’d|’ll|recommend|propose|suggest)(?: \w+){0,2} )`;
const trade =
  "(?:short|long|trade|position|idea|bet|stock|shares?|name|call|view|decision|rating|hold|buy|sell|overweight|underweight|purchase|sale|set-?up|plan|deal|order|move|case)";
const leaving = String.raw`(?:,? (?:then )?(?:I|we)(?: (?:am|are|was|were|would be|will be)|['’](?:m|re|d be|ll be))|,? (?:the |this |our |my )?(?:idea|thesis|trade|plan|case|call|view|position|short|long)(?: (?:is|was|has|would be|will be|has been))?) (?:wrong|mistaken|stopped(?: out)?|invalid(?:ated)?|dead|broken|void|refuted|disproved|proved wrong|fail(?:s|ed))`;

/** "8 percent is the stated confidence": the role named behind its number. */
const isNamed = (role: string): string =>
  String.raw` (?:is|was|marks|remains|stays) (?:the|our|my|this (?:plan|trade)['’]s) (?:(?:stated|own|planned|chosen|proposed|intended|set) )?(?:${role})(?=[.,;:)]|$| (?:of|for|in|behind) (?:the|this|our|my) (?:plan|trade|idea|proposal|position|order))`;

const english: RoleLexicon = {
  filler: fillerOf(
    "is are was be been being should will would shall must to-be at of to by near around about on set placed fixed put sits sit stands stand stood lies lie lay located positioned planned foreseen envisaged pencilled scheduled proposed intended due meant waits rests resting goes go comes come kept held drawn defined given chosen remains stays the a an our my its this that price level order point line mark now currently here still exactly precisely roughly approximately just only out",
    `(?:for|of|on|in|behind|to|from|about) (?:the|our|my|this|that|a|an|its) (?:(?:whole|proposed|planned|new) )?${trade}`,
    "somewhere",
    "all the way",
  ),
  before: [
    {
      roles: ["stop"],
      words: endingIn(
        "(?:protective |hard |initial |trailing |daily |mental |emergency |disaster |safety )?stop(?:[- ]?loss(?:es)?)?(?:ped)?",
        "S/?L",
        "(?:admit|concede|accept|acknowledge)(?: to)?(?: (?:being|having been))? (?:wrong|mistaken|defeat|error)",
        "(?:am|are|is|be|was|were|'m|'re|’m|’re|prove[ns]?|proved) (?:wrong|mistaken|invalidated|refuted)",
        "invalidation|invalidated",
        `${acting}(?:cut|limit|cap|stem)(?: (?:the|our|my|any))?(?: (?:loss(?:es)?|position|trade|short|long|it))`,
        "cut(?:ting)? (?:the |our |my )?loss(?:es)?",
        `${acting}(?:protect|bail|give up|quit|fold|capitulate|surrender|throw in the towel|pull the plug|cut bait|cut and run)(?: (?:it|the ${trade}))?`,
        "line in the sand|pain threshold|loss limit|pain limit|uncle point|risk line|floor under (?:the|our|my) (?:trade|position)",
        "(?:downside|emergency|protective|safety|disaster|loss) exit|exit (?:on|to) the downside|exit with a loss|exit if wrong",
        "(?:leave|exit|get out|close|sell|out) (?:with|at|for) a loss",
      ),
    },
    {
      roles: ["target"],
      words: endingIn(
        "(?:price |profit |first |final |our |my |upside |downside )?(?:target(?:s|ed|ing)?|objectives?|goals?)",
        "T/?P\\d?|PT|tgt",
        "take[- ]profits?|profit[- ]taking|profit[- ]take",
        "(?:take|taking|book|booking|bank|banking|collect|collecting|lock in|locking in|cash in|realise|realize|harvest|pocket|reap) (?:the |our |my |some |full )?(?:profits?|gains?|winnings|rewards?)",
        "(?:aim|aims|aiming|look|looks|looking|hope|hoping|play|playing|shoot|shooting|push|head|heading|headed) (?:for|towards?)",
        "(?:I|we) (?:want|seek|envisage|envision|target)(?: to see)?(?: it)?",
        "(?:bring|carry|take|lead|get|deliver) (?:us|me)(?: (?:down|up|back))?",
        "(?:leave|exit|get out|close|out) (?:with|at|for|in) (?:a |our |the )?(?:profit|gain|win)",
        "exit (?:on|to) the upside|upside exit|profit exit|exit if right",
        "for a (?:move|run|rally|rise|ride|trip|slide|drop|fall|decline|push)(?: (?:up|down|back))?",
        "(?:want|expect|see|need)(?:s|ed)? (?:it|the (?:stock|price|shares)) at",
        "destination",
        "(?:take|taking) (?:the |our |my |a )(?:win|profit|gain|money)",
        "(?:sell|selling|sold) into (?:the )?strength",
        "(?:trade|idea|bet|position) (?:pays off|works out|comes good|is done)",
        "(?:take|taking|get) (?:our |my |the |some )?(?:money|chips|cash|profits?) (?:off the table|home|off)",
      ),
    },
    {
      roles: ["stop", "target"],
      words: endingIn(
        "(?:I|we)(?: would|'d|’d| will)? (?:cover|exit|leave|close|get out|sell|bail out) (?:if|when|once|should) (?:it|the (?:stock|price|shares)|[A-Z][\\w&.]*) (?:trades?|gets?|goes|comes?|falls?|rises?|climbs?|drops?|moves?|runs?)(?: (?:back|up|down|all the way|out|on))*",
        "(?:my|our|the|fair|planned|good) exit|(?<=[,;:] )exit",
        "out of (?:the|our|my) (?:short|long|trade|position)",
      ),
    },
    {
      roles: ["target"],
      words: endingIn(
        "(?:cover|covering|covered|buy (?:it |them )?back|bought back)(?: (?:it|the (?:short|position)|my short|our short))?",
      ),
    },
    {
      roles: ["entry"],
      words: endingIn(
        "(?:planned |our |my |short |long |limit )?entr(?:y|ies)",
        "(?:I|we|would|will|to|'d|’d|'ll|’ll|and) (?:enter|entered|initiate|initiated|get in|got in|step in|come in|jump in|join)(?: (?:the (?:trade|stock|position)|it|short|long))?",
        "(?:I|we)(?:'m|’m|'re|’re| am| are)? in|im in",
        "price (?:to|at which (?:I|we)) (?:buy|short|enter|go (?:long|short)|start|purchase|sell short|get in|pay)",
        "(?:trade|position|short|long|idea|campaign) (?:starts|begins|opens|kicks off|commences|started|began)(?: (?:out|off))?(?: from)?",
        "(?:buy(?:ing)?|purchase|starting|opening|cost|fill) (?:price|limit|level|order|basis)",
        `(?:position|short|long|trade|stake)(?: (?:is|was|to be|will be|be|gets|got|has been))? (?:opened|started|initiated|entered|filled|built|put on|taken|established|begun)(?: from)?`,
        `${acting}(?:enter|buy|bought|buying|purchase|short|shorted|shorting|sell short|sold short|go (?:long|short)|accumulate|initiate|open|start|get (?:long|short|in))(?: (?:it|here|the (?:trade|stock|shares|position)))?(?: (?:from|in))?`,
        `${acting}(?:long|short)(?: from)?`,
        "(?:I|we) (?:buy|short|bought|shorted|sold short|sell short)",
      ),
    },
    {
      roles: ["size"],
      words: endingIn(
        "(?:position |trade |bet |our |my |the )?siz(?:e|ing)|stake|allocation|(?:portfolio |position )weight(?:ing)?|exposure",
        `${acting}(?:commit|allocate|allot|earmark|devote|dedicate|assign|set aside|reserve|deploy|invest|wager|stake|risk capital)(?: (?:only|just|no more than|at most|up to))?`,
        "risk capital|bet size|notional",
      ),
    },
    {
      roles: ["confidence"],
      words: endingIn(
        "conf(?:idence)?\\.?(?: (?:score|level))?|conviction|certainty|confident|(?:my|our) (?:odds|probability|belief)",
      ),
    },
    {
      roles: ["horizon"],
      words: endingIn(
        "(?:capped|limited|kept|held|exposure|commit(?:ted)?)[^.;]{0,24} of (?:capital|the (?:portfolio|book)|equity) for|(?:time )?horizon|holding (?:period|time)|time ?frame|(?:I|we) (?:think|plan|look (?:ahead|out|forward))(?: ahead)?|(?:target|objective|goal|trade|plan|move|(?:look|aim|hope)(?:ing|s)? for|want|expect|us to|it at|short|long)(?: [^.;,]{0,24}?[\\d.,]*\\d)?(?: dollars| USD)? (?:within|over|in)(?: the next)?",
      ),
    },
  ],
  behind: [
    {
      roles: ["stop"],
      words: startingWith(
        isNamed("(?:protective )?stop(?:[- ]loss)?(?: (?:level|price))?"),
        ",? ?(?:which is |that is |is |being )?where (?:the|our|my) (?:protective )?stop(?:[- ]loss)? (?:is|sits|lies|stands|goes|was put)",
        ",? ?(?:which is |that is |is |being )?where (?:I|we)(?: would|'d|’d)? (?:am|are|be|were|was|admit to being|'m|'re) (?:wrong|mistaken|stopped out)",
      ),
    },
    {
      roles: ["target"],
      words: startingWith(
        isNamed("(?:price |profit )?(?:target|objective)(?: (?:level|price))?"),
        ",? ?(?:which is |that is |is |being )?where (?:the|our|my) (?:target|objective|goal) (?:is|sits|lies|stands)",
        ",? (?:as )?(?:the|our|my) (?:goal|target|objective)(?! (?:of|is|at|[$€£₹]?\\d))",
        ",? (?:then )?(?:I|we)(?: would|'d|’d| will|'ll|’ll)? (?:take (?:the |our |my )?profits?|book (?:the |our |my )?(?:profits?|gains?)|cash in|bank (?:the |our |my )?(?:profits?|gains?))",
        ",? ?(?:which is |that is |is |being )?where (?:I|we)(?: would|'d|’d)? (?:take|book|bank|cash in)(?: the| our| my)? (?:profits?|gains?)",
      ),
    },
    {
      roles: ["stop", "target"],
      words: startingWith(
        ",? (?:then )?(?:I|we)(?: would|'d|’d| will|'ll|’ll)? (?:sell|exit|close|get out|leave|go|walk)",
      ),
    },
    {
      roles: ["entry"],
      words: startingWith(
        isNamed("entry(?: (?:level|price|point))?"),
        ",? ?(?:which is |that is |is |being )?where (?:the|our|my) entry (?:is|sits|lies|stands|waits)",
        ",? ?(?:which is |that is |is |being )?where (?:I|we)(?: would|'d|’d)? (?:enter|buy|get in|go short|go long|start|short)",
      ),
    },
    {
      roles: ["size"],
      words: startingWith(
        isNamed("(?:position )?size|weight|allocation|stake|exposure"),
        " ?of (?:(?:the|our|my|its|total|available|all|risk|investable|trading) ){0,3}(?:portfolio|capital|money|account|funds?|pot|kitty|purse|nav|aum|wealth|bankroll|budget|book(?! value)|war chest)",
        " ?(?:long|short|bet|punt|wager|slot|ticket)(?! (?:interest|sellers?|squeeze|run|term|of))",
      ),
    },
    {
      roles: ["confidence"],
      words: startingWith(
        isNamed("confidence|conviction"),
        " ?(?:sure|certain|confident|convinced|conviction|confidence)",
      ),
    },
    {
      roles: ["horizon"],
      words: startingWith(
        ` ?(?:calendar |trading )?(?:days?|weeks?|months?|sessions?)${isNamed("(?:holding |time )?horizon|holding (?:period|time)|time ?frame")}`,
        " ?(?:calendar |trading )?(?:days?|weeks?|months?|sessions?) (?:ahead|out|forward|to (?:get|work|play|run))",
      ),
    },
  ],
};
/** Behind a price that would be passed: "below 81.57 I was wrong", "through 592, the idea is dead". */
export const provenWrong = startingWith(leaving);
/** "Below 81 I am out": a stop only on the losing side. */
export const outThere = startingWith(
  String.raw`,? (?:then )?(?:I|we)(?: (?:am|are|was|were|would be|will be|get|go|leave)|['’](?:m|re|d be|ll be))? ?(?:out|gone|exit|bail(?: out)?|quit|give up|cut|leave)`,
);
export const passing = endingIn(
  "(below|under|beneath|south of)|(above|over|north of)|through|beyond|past|breaks?|loses?|hits?|touches|reaches",
);

const local: Readonly<Record<string, RoleLexicon>> = { de: german, fr: french, es: spanish };

/** The lexicon of a language, English without one; `null` for languages that have none. */
export function roleLexiconOf(language: string | undefined): RoleLexicon | null {
  return language === undefined ? english : (local[language.split("-")[0] ?? ""] ?? null);
}
