/*
 * The words that stand with a level of an agent's own trade: of losing, of winning, of getting in, and of getting out
 * either way. A role's words are only trusted where no other role's stand beside them.
 */

export type Level = "entry" | "stop" | "target";

const any = (...words: readonly string[]): RegExp => new RegExp(`(?<![\\w-])(?:${words.join("|")})(?![\\w-])`, "i");

export const losing = any(
  "stop(?:s|ped)?(?:[- ](?:loss|out))?|S/?L|line in the sand|uncle",
  "loss(?:es)?|los(?:e|es|ing)|lost cause|loss-making|losers?",
  "wrong(?:ly)?|mistak(?:e|en|es)|misjudg\\w+|misread|err(?:ed|or)|fail(?:s|ed|ure)?|disprov\\w+|refut\\w+|invalidat\\w+",
  "dies|dead|kill(?:s|ed)?|(?:game|trade|idea|thesis|plan|case) is (?:over|dead|finished|broken)|end of the (?:idea|thesis|case)",
  "gives? up|admit\\w*|conced\\w+|capitulat\\w+|surrender\\w*|swallow|lick|lumps|throw in the towel|abandon\\w*|bail(?:s|ing)?(?: out)?|retreat|white flag|hands up|lift (?:our|my) hands|enough is enough|no longer believe|chang(?:e|es|ed|ing) (?:my|our|its) minds?",
  "pain|hurts?|tears|regret\\w*|damage|disaster|nightmare|against (?:me|us)|sell stop|catastrophe|worst|badly|goes? south|gives way|emergency|last resort|safety net",
  "protecti(?:ve|on)|protects?|insurance|guard rail|defeat\\w*|dump(?:s|ed)?",
  "cut(?:s|ting)? (?:it|the (?:position|trade|loss|cord))|costs? (?:us|me)|risk is (?:defined|limited|capped)|risk (?:sits|lies|ends|stands)|most (?:we|I) (?:can|could|will|may|are willing to) lose",
);
export const winning = any(
  "profits?|gains?|target(?:s|ed)?|objective|goal|T/?P|tgt|winnings|win(?:s|ner)?",
  "succe(?:ss|ssful|eds?)|(?:proves?|proved|proven|am|are|be|were|was) (?:me |us )?right|mission accomplished|fulfil\\w+|job is done|done its job|comes good|came good",
  "smil\\w+|grin\\w*|vindicat\\w+|(?:thesis|idea|case|plan|call) is (?:proved|proven|confirmed)|greedy|pleasure|happ(?:y|ily)|delight\\w*|thrilled|celebrat\\w+|champagne|victory|with thanks|say thanks|satisf\\w+|dream|jackpot|payday",
  "rewards?|cash(?:es|ing)? in|bank(?:s|ed)?|ring the (?:register|till)|paid|pays?(?: off| out)?(?= (?:if|when|once|at) )|earn(?:s|ed)?|collect(?:s|ed)?|harvest\\w*|reap|takes? (?:the|our|my|his|her|their|its) money|book(?:s|ed)? (?:it|them)|distribut\\w+|home at|scale out",
  "best[- ]case|ambition|hop(?:e|es|ed|ing) (?:to|for)|want to (?:see|end up)|finish line|destination|go(?:es)? well|out \\(good\\)",
);
export const getting = any(
  "entr(?:y|ies)|enter(?:s|ed|ing)?|filled|fill price|(?:get(?:s|ting)?|got|step(?:s|ping)?|jump(?:s|ing)?|scal(?:e|es|ing)|com(?:e|es|ing)|wants?) in|go(?:es)? in at|pull(?:s|ed)? the trigger|initiat\\w+|open(?:s|ed|ing)? (?:the|a|our|my) (?:position|trade)",
  "distance from|(?:am|are|is|turn|be) (?:a )?buyers?|(?:we|I)(?:['’]d| would| will)? (?:buy|bid|pay)|pay up to|price to pay|don['’]t chase|add(?:s|ing)? (?:at|near|around)|put(?:s|ting)? on (?:the|a|this) trade|(?:am|are) in(?= ?[.,;]|$)|buy(?:s|ing)?(?= (?:here |it )?(?:at|near|around|from) )|purchase(?:s|d)?(?: price)?|accumulat\\w+|cost basis|in the market for",
  "(?:go|goes|going|went) (?:long|short)|(?:long|short) (?:from|here at)|sell(?:s|ing)? short|(?:trade|position|campaign) (?:starts|begins|opens)|where (?:we|I) start|starting (?:point|price)|start(?:s|ing)? (?:at|from|price|position)|(?<=(?:^|[,;:] ))in(?: at|:)",
);
/** What is of an entry where nothing else is told. */
export const ordering = any(
  "(?:limit |our |the |my |buy )?(?:orders?|bids?) (?:goes in|rests?|waits?|sits?|is placed|is in|lies|in the book)|in the book|start(?:s|ing)?|limit order|order at|bids?",
);
/** What is of one of the two ways out where nothing else is told. */
export const leaving = any(
  "(?:hold|sit|stay|wait|keep|stay in)\\b[^.;]{0,24} (?:until|till)|until|till|(?:trade|position|idea) (?:ends|is closed|closes|is over)|(?:is|are|goes|go) flat|(?:am|are) (?:out|done)|tak(?:e|es|ing) it off|close the book|(?:we|I)(?:['’]d| would| will)? (?:exit|leave)|everything is over",
);
/** Of a purchase one of the two ways out, of a sale the way in. */
export const selling = any("(?:we|I)(?:['’]d| would| will)? sell(?! (?:short|half|some))");
