import { stemmer } from "stemmer";

/* Lower case, without endings, with synonyms. Postgres has its own stems; these serve the search in memory. */

/** Words of a question that say nothing of what it is about. */
const empty = new Set(
  (
    "a about above actually after again all allowed already also although always am an and another any anybody anyone anything " +
    "are around as ask at be because become becomes been before being below between both but by can cannot come comes could " +
    "day different do does doing done each either else end ever every exactly far few for from further get gets getting give " +
    "gives go goes going gone got had happen happened happening happens has have having he hello help helps her here hers hi " +
    "him his how i id if im in inside instead into is it its itself ive just kind know let lets like long lot make makes making " +
    "many may me mean means meant might mine more most much must my myself need needs no nor not nothing now of off often ok okay " +
    "on once one only onto or other others our ours out over own per please possible put re really same say says see she should " +
    "show simply so some somebody someone something sort stand stands still such take takes tell than thank thanks that the their " +
    "theirs them then there theres these they thing things this those through to too try under until up us use used uses using " +
    "very want wants was way we well were what whats when where whether which while who whom whose why will with within without " +
    "wont work works working would yes yet you your yours yourself able conclave " +
    "accidentally bit cant couldnt didnt doesnt dont isnt wasnt bad else ever hey hour maybe minute moment next own place really seem seems time today wonder wondering"
  ).split(" "),
);

/** Synonyms by dictionary form; a word of several groups does not join them. */
const groups: readonly (readonly string[])[] = [
  // Money: people say what they pay in all these words.
  ["cost", "price", "fee", "charge", "expensive", "pay", "dear"],
  ["cheap", "cheaper", "cheapest", "lower", "downgrade"],
  ["money", "dollar", "balance", "fund"],
  ["deposit", "topup", "payment", "pay", "fund", "transfer"],
  ["send", "transfer", "pay"],
  ["credit", "book"],
  ["refund", "reimburse"],
  ["earn", "reward", "commission", "bonus"],
  ["free", "trial"],
  ["receipt", "invoice"],
  ["negative", "zero"],
  ["coin", "crypto", "cryptocurrency", "bitcoin", "btc", "ethereum"],
  ["settle", "settlement"],
  ["partially", "part", "little", "less"],
  // Plans, and how they end: "quit", "leave" and "end" are the same wish.
  ["plan", "subscription", "tier", "subscribe"],
  ["cancel", "stop", "abort", "end", "quit"],
  ["end", "over", "expire"],
  ["switch", "change", "upgrade", "downgrade"],
  ["renewal", "renew"],
  ["referral", "refer", "invite", "affiliate"],
  ["friend", "mate", "colleague", "somebody"],
  ["limit", "quota", "allowance", "cap", "maximum"],
  ["smallest", "minimum", "lowest", "least"],
  ["largest", "maximum", "highest", "biggest", "large", "most"],
  // Accounts: what is made, taken away and turned off.
  ["delete", "remove", "erase", "close"],
  ["create", "make", "new", "generate", "add"],
  ["revoke", "delete", "remove", "withdraw"],
  ["disable", "off", "remove"],
  ["enable", "activate", "on"],
  ["signin", "login", "sign"],
  ["signup", "register", "registration"],
  ["authenticator", "2fa", "factor", "totp"],
  ["fingerprint", "face", "biometric", "passkey"],
  ["device", "session", "browser", "phone"],
  ["mail", "email", "message"],
  ["notify", "notification", "alert"],
  ["unsubscribe", "off"],
  ["avatar", "picture", "photo"],
  ["download", "export"],
  ["attempt", "try", "retry", "again", "repeat"],
  ["leak", "steal", "compromise"],
  ["recognise", "recognize", "know"],
  ["key", "token"],
  ["permission", "scope"],
  // Reports and ratings.
  ["run", "analysis", "analyse", "job"],
  ["rating", "opinion", "verdict"],
  ["stock", "share", "equity"],
  ["symbol", "ticker", "instrument"],
  ["sunday", "saturday", "weekend"],
  ["news", "headline"],
  ["figure", "number"],
  ["fake", "invent", "hallucinate", "false"],
  ["mark", "underline", "flag"],
  ["sentiment", "tone", "social"],
  ["calculate", "compute", "mark"],
  ["decide", "decision"],
  ["alter", "change", "edit", "tamper", "modify"],
  ["proof", "prove", "verify", "genuine"],
  ["check", "verify", "validate"],
  ["compare", "difference", "diff"],
  ["stale", "old", "outdated"],
  ["old", "previous", "earlier", "past"],
  // Programs.
  ["stream", "live", "follow", "sse", "watch"],
  ["pagination", "cursor", "page"],
  ["idempotency", "twice", "double", "duplicate", "again"],
  ["return", "answer", "response", "respond", "reply"],
  ["request", "call"],
  ["error", "fail", "failure", "wrong"],
  ["hmac", "signature", "sign"],
  ["client", "library", "sdk"],
  ["retry", "attempt", "deliver"],
  ["late", "expire"],
  ["doc", "documentation", "reference", "description"],
  ["swagger", "openapi"],
  // Servers.
  ["selfhost", "host", "install", "deploy"],
  ["machine", "server", "computer", "box"],
  ["terminal", "cli", "shell", "commandline"],
  ["backup", "dump", "restore"],
  ["rollback", "restore", "downgrade"],
  ["upgrade", "update", "version"],
  ["quickstart", "start", "begin"],
  ["wrong", "mistake", "incorrect", "accident"],
  ["source", "vendor"],
  ["model", "llm"],
  ["setup", "configure", "set", "configuration"],
  ["env", "environment", "variable"],
  ["url", "address"],
  ["admin", "administrator"],
  ["crash", "die", "dead", "kill"],
  ["stuck", "stay", "wait", "hang"],
  ["arrive", "come"],
  ["localhost", "loopback", "private"],
  ["internet", "outside", "public"],
  ["store", "keep", "save"],
  ["automatic", "automatically", "itself"],
  ["database", "postgres"],
];

/** Written as two words or with a dash, and one thing. */
const phrases: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?in(?:s|to)?\b/g, " signin "],
  [/\b(?:log|sign)(?:ged|ged|ed|ing)?[ -]?out\b/g, " signout "],
  [/\bsign(?:s|ed|ing)?[ -]?up\b/g, " signup "],
  [/\bback(?:ed|ing)?[ -]?up\b/g, " backup "],
  [/\bset(?:ting)?[ -]?up\b/g, " setup "],
  [/\btop(?:ping)?[ -]?up\b/g, " topup "],
  [/\badd(?:ing)? (?:money|funds|credit)\b/g, " topup deposit "],
  [/\bmoney back\b/g, " refund "],
  [/\broll(?:ed|ing)?[ -]?back\b/g, " rollback "],
  [/\bread[ -]only\b/g, " read scope "],
  [/\bcommand[ -]?line\b/g, " commandline "],
  [/\bwatch[ -]lists?\b/g, " watchlist "],
  [/\bweb[ -]hooks?\b/g, " webhook "],
  [/\bpass[ -]keys?\b/g, " passkey "],
  [/\btime[sd]? ?-?out\b/g, " timeout "],
  [/\benv(?:ironment)? var(?:iable)?s?\b/g, " environment variable "],
  [/\bself[ -]?host(?:ed|ing)?\b/g, " selfhost "],
  [/\bown (?:server|machine|computer)\b/g, " selfhost server "],
  [/\btwo[ -]factor\b/g, " factor "],
  [/\bas[ -]of\b/g, " asof "],
  [/\bquick[ -]?start\b/g, " quickstart "],
  [/\be-?mails?\b/g, " mail "],
  [/\bper (?:minute|month|day)\b/g, " $& "],
];

/** By Porter, but for short words and names of things. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  if (whole.has(word.replace(/s$/, ""))) return word.replace(/s$/, "");
  return stemmer(irregular.get(word) ?? word);
}

const irregular = new Map(
  (
    "sent send|broke break|broken break|came come|paid pay|lost lose|forgot forget|forgotten forget|kept keep|written write|" +
    "wrote write|chosen choose|chose choose|made make|ran run|held hold|bought buy|sold sell|built build|dies die|died die|" +
    "dying die|stole steal|stolen steal|cheapest cheap|cheaper cheap|dearer dear|analyses analysis|analyze analyse|analyzed analyse|cancellation cancel|withdrawn withdraw"
  )
    .split("|")
    .map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(" ");
      return [from, to];
    }),
);
/** Things here, and not what somebody does. */
const whole = new Set(["rating", "billing", "setting", "trading", "archive", "statement"]);

const emptyStems = new Set([...empty].map(stem));

/** Whether a stem says nothing of what a text is about. */
export function isEmpty(root: string): boolean {
  return emptyStems.has(root);
}

const others = new Map<string, Set<string>>();
for (const group of groups) {
  const stems = group.map(stem);
  for (const one of stems)
    others.set(one, new Set([...(others.get(one) ?? []), ...stems.filter((each) => each !== one)]));
}

/** Stems that are as good as this one. */
export function sameAs(root: string): ReadonlySet<string> {
  return others.get(root) ?? none;
}
const none: ReadonlySet<string> = new Set();

/** Lower case; phrases become one word. */
export function plainWords(text: string): string[] {
  let line = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/'(?:s|re|ve|ll|d|m|t)?\b/g, "");
  for (const [pattern, word] of phrases) line = line.replaceAll(pattern, word);
  return line.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The stems of a text, empty words included. */
export function stemsOf(text: string): string[] {
  return plainWords(text).map(stem);
}

export interface Term {
  readonly word: string;
  readonly stem: string;
  /** 1, and less for a word of the question before. */
  readonly share: number;
  /** A capital inside a sentence, or digits or capitals inside. */
  readonly name: boolean;
}

/** What a question is about: its words that say something, each once. */
export function termsOf(question: string, share = 1): Term[] {
  const names = namesIn(question);
  const terms = new Map<string, Term>();
  for (const word of plainWords(question)) {
    const root = stem(word);
    if (!empty.has(word) && !terms.has(root)) terms.set(root, { word, stem: root, share, name: names.has(word) });
  }
  return [...terms.values()];
}

function namesIn(question: string): Set<string> {
  const inside = question.matchAll(
    /(?<=[^.!?:"\s][ ]+["(]?)\p{Lu}[\p{L}\p{N}]*|\b\p{L}+\p{Lu}[\p{L}\p{N}]*|\b\p{Lu}{2,}\b/gu,
  );
  return new Set([...inside].map(([word]) => word.toLowerCase()));
}
