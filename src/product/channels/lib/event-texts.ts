import { counted } from "#src/core/text/number-text.ts";
import { alertText, type PortfolioAlert } from "#src/product/portfolios/public/portfolio-alerts.ts";
import { usualLanguage } from "#src/contract/run/language.ts";

/** Ratings and plans stay English. */
interface Words {
  readonly changed: (symbol: string, from: string, to: string) => string;
  readonly published: (symbol: string, rating: string) => string;
  /** The English words are those of reports. */
  readonly does: Readonly<Record<"Buy" | "Overweight" | "Hold" | "Underweight" | "Sell" | "short", string>>;
  readonly ofIndex: (fund: string | null) => string;
  readonly asOf: (name: string, day: string) => string;
  readonly levels: (entry: string | null, stop: string | null, target: string | null) => string;
  readonly advice: string;
  readonly levelHit: (symbol: string, level: "stop" | "target") => string;
  readonly closed: (close: string, level: string, day: string) => string;
  readonly expired: (symbol: string) => string;
  readonly horizonOver: (rating: string, day: string) => string;
  readonly broken: (symbol: string, rating: string) => string;
  readonly metOn: (condition: string, day: string) => string;
  readonly runFailed: (symbol: string) => string;
  readonly runReview: (symbol: string) => string;
  readonly ofSession: (list: string, day: string) => string;
  readonly analysisDone: (symbol: string, rating: string) => string;
  readonly analysisFailed: (symbol: string) => string;
  readonly backtest: (ok: boolean) => string;
  readonly credited: (amount: string) => string;
  readonly alerts: (portfolio: string, count: number) => string;
  readonly alert: (alert: PortfolioAlert) => string;
  readonly planEnds: (plan: string, day: string) => string;
  readonly missing: (amount: string) => string;
  readonly notRenewed: string;
  readonly test: string;
  readonly testLine: string;
  readonly digest: (count: number) => string;
  readonly more: (left: number) => string;
  readonly read: string;
  readonly open: string;
  readonly manage: string;
  readonly stop: string;
}

interface AlertWords {
  readonly moved: (pct: string, limit: number) => string;
  readonly fell: (pct: number, limit: number) => string;
  readonly heavy: (symbol: string, pct: number, limit: number) => string;
  readonly rated: (symbol: string, change: string) => string;
}

function alertWords({ moved, fell, heavy, rated }: AlertWords): Words["alert"] {
  return (alert) => {
    switch (alert.kind) {
      case "day_change":
        return moved(`${alert.pct < 0 ? "\u2212" : "+"}${Math.abs(alert.pct)}`, alert.limit);
      case "drawdown":
        return fell(alert.pct, alert.limit);
      case "position":
        return heavy(alert.symbol, alert.pct, alert.limit);
      case "rating":
        return rated(alert.symbol, [alert.before ?? "", alert.rating].filter((one) => one !== "").join(" → "));
    }
  };
}

const en: Words = {
  changed: (symbol, from, to) => `${symbol}: ${from} to ${to}`,
  published: (symbol, rating) => `${symbol}: ${rating}`,
  does: {
    Buy: "Open a position, or keep the one you have.",
    Overweight: "Own more than usual.",
    Hold: "Keep what you have, open nothing new.",
    Underweight: "Own less than usual, open nothing new.",
    Sell: "Hold none.",
    short: "Close any position and sell short.",
  },
  ofIndex: (fund) =>
    fund === null
      ? "An index cannot be traded directly."
      : `An index cannot be traded directly; the fund ${fund} follows it.`,
  asOf: (name, day) => `${name}, as of the close of ${day}`,
  levels: (entry, stop, target) =>
    [entry && `Entry ${entry}`, stop && `stop ${stop}`, target && `target ${target}`].filter(Boolean).join(", "),
  advice: "The outcome of a debate between models, not investment advice.",
  levelHit: (symbol, level) => `${symbol} reached its ${level}`,
  closed: (close, level, day) => `Closed at ${close} on ${day}. The level was ${level}.`,
  expired: (symbol) => `${symbol}: the signal expired`,
  horizonOver: (rating, day) => `The horizon of ${rating} from ${day} is over, and there is no newer signal.`,
  broken: (symbol, rating) => `${symbol}: a condition of ${rating} is broken`,
  metOn: (condition, day) => `Met at the close of ${day}: ${condition}`,
  runFailed: (symbol) => `${symbol}: the scheduled run failed`,
  runReview: (symbol) => `${symbol}: REVIEW, no opinion`,
  ofSession: (list, day) => `${list}, session of ${day}`,
  analysisDone: (symbol, rating) => `${symbol}: ${rating}`,
  analysisFailed: (symbol) => `${symbol}: the analysis failed`,
  backtest: (ok) => (ok ? "Your backtest has finished" : "Your backtest failed"),
  credited: (amount) => `${amount} was added to your balance`,
  alerts: (portfolio, count) => `${portfolio}: ${counted(count, "alert")}`,
  alert: alertText,
  planEnds: (plan, day) => `Your ${plan} plan ends on ${day}`,
  missing: (amount) => `Your balance is ${amount} short of the renewal.`,
  notRenewed: "It will not renew. Turn on renewal under Plan and billing to keep it.",
  test: "Test message",
  testLine: "This channel works. Messages about the events you chose will arrive here.",
  digest: (count) => (count === 1 ? "1 update" : `${count} updates`),
  more: (left) => (left === 1 ? "1 more update is on the site." : `${left} more updates are on the site.`),
  read: "Read the report",
  open: "Open",
  manage: "Settings",
  stop: "Unsubscribe",
};

const de: Words = {
  changed: (symbol, from, to) => `${symbol}: ${from} zu ${to}`,
  published: en.published,
  does: {
    Buy: "Eine Position eröffnen oder die vorhandene behalten.",
    Overweight: "Mehr halten als üblich.",
    Hold: "Behalten, was da ist, nichts Neues eröffnen.",
    Underweight: "Weniger halten als üblich, nichts Neues eröffnen.",
    Sell: "Nichts davon halten.",
    short: "Nichts davon halten und leer verkaufen.",
  },
  ofIndex: (fund) =>
    fund === null
      ? "Einen Index selbst kann man nicht handeln."
      : `Einen Index selbst kann man nicht handeln; der Fonds ${fund} bildet ihn ab.`,
  asOf: (name, day) => `${name}, Stand Börsenschluss ${day}`,
  levels: (entry, stop, target) =>
    [entry && `Einstieg ${entry}`, stop && `Stopp ${stop}`, target && `Ziel ${target}`].filter(Boolean).join(", "),
  advice: "Ergebnis einer Debatte zwischen Modellen, keine Anlageberatung.",
  levelHit: (symbol, level) => `${symbol} hat ${level === "stop" ? "den Stopp" : "das Ziel"} erreicht`,
  closed: (close, level, day) => `Schlusskurs ${close} am ${day}. Die Marke lag bei ${level}.`,
  expired: (symbol) => `${symbol}: Das Signal ist abgelaufen`,
  horizonOver: (rating, day) => `Der Horizont von ${rating} vom ${day} ist vorbei, ein neueres Signal gibt es nicht.`,
  broken: (symbol, rating) => `${symbol}: Eine Bedingung für ${rating} ist verletzt`,
  metOn: (condition, day) => `Eingetreten zum Börsenschluss ${day}: ${condition}`,
  runFailed: (symbol) => `${symbol}: Der geplante Lauf ist fehlgeschlagen`,
  runReview: (symbol) => `${symbol}: REVIEW, keine Meinung`,
  ofSession: (list, day) => `${list}, Handelstag ${day}`,
  analysisDone: en.analysisDone,
  analysisFailed: (symbol) => `${symbol}: Die Analyse ist fehlgeschlagen`,
  backtest: (ok) => (ok ? "Dein Backtest ist fertig" : "Dein Backtest ist fehlgeschlagen"),
  credited: (amount) => `${amount} wurden deinem Guthaben gutgeschrieben`,
  alerts: (portfolio, count) => `${portfolio}: ${count === 1 ? "1 Hinweis" : `${count} Hinweise`}`,
  alert: alertWords({
    moved: (pct, limit) => `An einem Tag ${pct} % (deine Grenze: ${limit} %).`,
    fell: (pct, limit) => `${pct} % unter dem höchsten Stand des letzten Jahres (deine Grenze: ${limit} %).`,
    heavy: (symbol, pct, limit) => `${symbol} macht ${pct} % davon aus (deine Grenze: ${limit} %).`,
    rated: (symbol, change) => `${symbol}: ${change} in deiner neuesten Analyse.`,
  }),
  planEnds: (plan, day) => `Dein Tarif ${plan} endet am ${day}`,
  missing: (amount) => `Für die Verlängerung fehlen ${amount}.`,
  notRenewed: "Er verlängert sich nicht. Schalte die Verlängerung unter Plan and billing ein, um ihn zu behalten.",
  test: "Testnachricht",
  testLine: "Dieser Kanal funktioniert. Nachrichten zu den gewählten Ereignissen kommen hier an.",
  digest: (count) => (count === 1 ? "1 Neuigkeit" : `${count} Neuigkeiten`),
  more: (left) => (left === 1 ? "1 weitere steht auf der Website." : `${left} weitere stehen auf der Website.`),
  read: "Bericht lesen",
  open: "Öffnen",
  manage: "Einstellungen",
  stop: "Abbestellen",
};

const fr: Words = {
  changed: (symbol, from, to) => `${symbol} : de ${from} à ${to}`,
  published: (symbol, rating) => `${symbol} : ${rating}`,
  does: {
    Buy: "Ouvrir une position ou garder celle que vous avez.",
    Overweight: "En détenir plus que d’habitude.",
    Hold: "Garder ce que vous avez, n’ouvrir rien de nouveau.",
    Underweight: "En détenir moins que d’habitude, n’ouvrir rien de nouveau.",
    Sell: "N’en détenir aucun.",
    short: "N’en détenir aucun et vendre à découvert.",
  },
  ofIndex: (fund) =>
    fund === null
      ? "Un indice ne se négocie pas lui-même."
      : `Un indice ne se négocie pas lui-même ; le fonds ${fund} le suit.`,
  asOf: (name, day) => `${name}, à la clôture du ${day}`,
  levels: (entry, stop, target) =>
    [entry && `Entrée ${entry}`, stop && `stop ${stop}`, target && `objectif ${target}`].filter(Boolean).join(", "),
  advice: "Résultat d’un débat entre modèles, pas un conseil en investissement.",
  levelHit: (symbol, level) => `${symbol} a atteint son ${level === "stop" ? "stop" : "objectif"}`,
  closed: (close, level, day) => `Clôture à ${close} le ${day}. Le niveau était ${level}.`,
  expired: (symbol) => `${symbol} : le signal a expiré`,
  horizonOver: (rating, day) => `L’horizon de ${rating} du ${day} est passé, sans signal plus récent.`,
  broken: (symbol, rating) => `${symbol} : une condition de ${rating} est rompue`,
  metOn: (condition, day) => `Remplie à la clôture du ${day} : ${condition}`,
  runFailed: (symbol) => `${symbol} : l’analyse planifiée a échoué`,
  runReview: (symbol) => `${symbol} : REVIEW, sans avis`,
  ofSession: (list, day) => `${list}, séance du ${day}`,
  analysisDone: (symbol, rating) => `${symbol} : ${rating}`,
  analysisFailed: (symbol) => `${symbol} : l’analyse a échoué`,
  backtest: (ok) => (ok ? "Votre backtest est terminé" : "Votre backtest a échoué"),
  credited: (amount) => `${amount} ont été ajoutés à votre solde`,
  alerts: (portfolio, count) => `${portfolio} : ${count === 1 ? "1 alerte" : `${count} alertes`}`,
  alert: alertWords({
    moved: (pct, limit) => `${pct} % en un jour (votre limite : ${limit} %).`,
    fell: (pct, limit) => `${pct} % sous le plus haut de l’année écoulée (votre limite : ${limit} %).`,
    heavy: (symbol, pct, limit) => `${symbol} en représente ${pct} % (votre limite : ${limit} %).`,
    rated: (symbol, change) => `${symbol} : ${change} dans votre analyse la plus récente.`,
  }),
  planEnds: (plan, day) => `Votre formule ${plan} se termine le ${day}`,
  missing: (amount) => `Il manque ${amount} à votre solde pour le renouvellement.`,
  notRenewed: "Elle ne sera pas renouvelée. Activez le renouvellement sous Plan and billing pour la garder.",
  test: "Message de test",
  testLine: "Ce canal fonctionne. Les messages des événements choisis arriveront ici.",
  digest: (count) => (count === 1 ? "1 nouveauté" : `${count} nouveautés`),
  more: (left) => (left === 1 ? "1 autre se trouve sur le site." : `${left} autres se trouvent sur le site.`),
  read: "Lire le rapport",
  open: "Ouvrir",
  manage: "Paramètres",
  stop: "Se désabonner",
};

const es: Words = {
  changed: (symbol, from, to) => `${symbol}: de ${from} a ${to}`,
  published: en.published,
  does: {
    Buy: "Abrir una posición o conservar la que tienes.",
    Overweight: "Tener más de lo habitual.",
    Hold: "Conservar lo que tienes, no abrir nada nuevo.",
    Underweight: "Tener menos de lo habitual, no abrir nada nuevo.",
    Sell: "No tener nada.",
    short: "No tener nada y vender en corto.",
  },
  ofIndex: (fund) =>
    fund === null
      ? "Un índice no se negocia directamente."
      : `Un índice no se negocia directamente; el fondo ${fund} lo sigue.`,
  asOf: (name, day) => `${name}, al cierre del ${day}`,
  levels: (entry, stop, target) =>
    [entry && `Entrada ${entry}`, stop && `stop ${stop}`, target && `objetivo ${target}`].filter(Boolean).join(", "),
  advice: "Resultado de un debate entre modelos, no es asesoramiento de inversión.",
  levelHit: (symbol, level) => `${symbol} alcanzó su ${level === "stop" ? "stop" : "objetivo"}`,
  closed: (close, level, day) => `Cerró en ${close} el ${day}. El nivel era ${level}.`,
  expired: (symbol) => `${symbol}: la señal caducó`,
  horizonOver: (rating, day) => `El horizonte de ${rating} del ${day} ha pasado y no hay una señal más reciente.`,
  broken: (symbol, rating) => `${symbol}: se ha roto una condición de ${rating}`,
  metOn: (condition, day) => `Cumplida al cierre del ${day}: ${condition}`,
  runFailed: (symbol) => `${symbol}: el análisis programado falló`,
  runReview: (symbol) => `${symbol}: REVIEW, sin opinión`,
  ofSession: (list, day) => `${list}, sesión del ${day}`,
  analysisDone: en.analysisDone,
  analysisFailed: (symbol) => `${symbol}: el análisis falló`,
  backtest: (ok) => (ok ? "Tu backtest ha terminado" : "Tu backtest falló"),
  credited: (amount) => `Se añadieron ${amount} a tu saldo`,
  alerts: (portfolio, count) => `${portfolio}: ${count === 1 ? "1 alerta" : `${count} alertas`}`,
  alert: alertWords({
    moved: (pct, limit) => `${pct} % en un día (tu límite: ${limit} %).`,
    fell: (pct, limit) => `${pct} % por debajo del máximo del último año (tu límite: ${limit} %).`,
    heavy: (symbol, pct, limit) => `${symbol} es el ${pct} % (tu límite: ${limit} %).`,
    rated: (symbol, change) => `${symbol}: ${change} en tu análisis más reciente.`,
  }),
  planEnds: (plan, day) => `Tu plan ${plan} termina el ${day}`,
  missing: (amount) => `Faltan ${amount} en tu saldo para la renovación.`,
  notRenewed: "No se renovará. Activa la renovación en Plan and billing para conservarlo.",
  test: "Mensaje de prueba",
  testLine: "Este canal funciona. Los mensajes de los eventos elegidos llegarán aquí.",
  digest: (count) => (count === 1 ? "1 novedad" : `${count} novedades`),
  more: (left) => (left === 1 ? "Hay 1 más en el sitio." : `Hay ${left} más en el sitio.`),
  read: "Leer el informe",
  open: "Abrir",
  manage: "Ajustes",
  stop: "Darse de baja",
};

const all: Readonly<Record<string, Words>> = { en, de, fr, es };

/** English where a language has none. */
export function wordsOf({ language, zone }: { readonly language: string; readonly zone: string }) {
  const base = new Intl.Locale(language).language;
  const known = all[base];
  const locale = known === undefined ? "en-GB" : language === usualLanguage ? "en-GB" : language;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const dayIn = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: zone });
  return {
    ...(known ?? en),
    /** Of a session, which has no zone. */
    session: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    /** Of an instant, where the reader is. */
    day: (at: number) => dayIn.format(new Date(at)),
    price: (value: number, currency: string) =>
      `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 4 : 2 }).format(value)} ${currency}`,
  };
}
export type WordsOf = ReturnType<typeof wordsOf>;
