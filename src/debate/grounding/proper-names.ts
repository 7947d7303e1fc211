import { occurs } from "./pattern-search.ts";

const properSubject =
  /(?:^\W*|[:;,] |\bthat )(?!(?:The|A|An|It|In|On|Over|For|At|By|From|Of|This|That|Not|No|And|But|Since|After|Before|While|Both|All|Each|Momentum|Volume|Turnover|Trading|Interest|Demand|Activity|Sentiment|Tone|Risk|Pressure|Growth|Nothing|Everything|Costs?|Inflation|Rates)\b)(?:[A-Z][\w&.’']+ ){1,3}(?:(?:has|have|had|did|does|is|was|not|never|neither|also|still|only|even|thus|then|again|no longer|hasn['’]t|didn['’]t|isn['’]t) )*$/;

/** "Apple did not fall": a name as the subject. */
export function isProperName(lead: string): boolean {
  return occurs(properSubject, lead);
}
