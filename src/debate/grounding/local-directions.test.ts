import { describe, expect, test } from "vitest";
import { measure } from "#tests/support/llm-brief.ts";
import { bothSides } from "#tests/support/twins.ts";
import { ground, prepareEvidence } from "../grounding.ts";

const index = prepareEvidence([
  { ...measure("M1", "close", "Last close, as traded", 52.44, "USD"), at: "2018-11-20" },
  measure("M2", "sma_20", "Mean close of 20 sessions", 59.22, "USD"),
  measure("M3", "sma_50", "Mean close of 50 sessions", 65.56, "USD"),
  measure("M4", "close_vs_sma_50", "Close against its 50-session mean", -20.02, "%"),
  measure("M5", "sma_200", "Mean close of 200 sessions", 61.05, "USD"),
  measure("M6", "macd", "MACD line (12, 26)", -2.92, "USD"),
  measure("M7", "macd_signal", "MACD signal line (9)", -2.39, "USD"),
  measure("M8", "macd_hist", "MACD histogram", -0.53, "USD"),
  measure("M9", "rsi_14", "RSI, 14 sessions", 26.18, "points"),
  measure("M10", "mfi_14", "Money flow index, 14 sessions", 35.71, "points"),
  measure("M11", "bollinger_upper", "Upper Bollinger band (20, 2)", 64.99, "USD"),
  measure("M12", "bollinger_lower", "Lower Bollinger band (20, 2)", 53.46, "USD"),
  measure("M13", "bollinger_percent_b", "Close within the Bollinger bands", -0.088, "x"),
  measure("M14", "volume_ratio_20", "Last volume against the mean of the 20 sessions before", 1.09, "x"),
  measure("M15", "return_5d", "Return over 5 sessions", -11.33, "%"),
  measure("M16", "return_63d", "Return over 63 sessions", -30.95, "%"),
  measure("M17", "return_252d", "Return over 252 sessions", 9.78, "%"),
  measure("M18", "volatility_21", "Volatility of 21 sessions, annualised", 50.3, "%"),
  measure("M19", "volatility_63", "Volatility of 63 sessions, annualised", 38.07, "%"),
  measure("M20", "support_20", "Lowest low of the previous 20 sessions", 52.59, "USD"),
  measure("M21", "high_252", "Highest price of 252 sessions", 77.15, "USD"),
  measure("M22", "relative_strength_63", "Return over 63 sessions less that of the index, points", -23.26, "%"),
  measure("N1", "news_tone_7d", "Tone of news items by lexicon, 7 days", -5.8, "points"),
  measure("N2", "news_tone_30d", "Tone of news items by lexicon, 30 days", 6.4, "points"),
  measure("F1", "revenue_growth_yoy", "Revenue growth, trailing year on year", 13.11, "%"),
  measure("F2", "eps_growth_yoy", "Earnings per share growth, trailing year on year", 27.73, "%"),
  measure("F3", "net_margin_change_yoy", "Net margin, change on a year before, percentage points", 2.11, "%"),
  measure("F4", "dilution_yoy", "Change of the diluted share count on a year before", -1.31, "%"),
  measure("F5", "cash_and_investments", "Cash and marketable securities", 2.7e9, "USD"),
  measure("F6", "total_debt", "Total debt", 1.15e9, "USD"),
  measure("F7", "net_debt", "Net debt", -1.55e9, "USD"),
  measure("F8", "free_cash_flow_ttm", "Free cash flow, trailing twelve months", 6.6e8, "USD"),
]);

/** `right`, `wrong`, or `silent` where nothing is read. */
function judged(language: string, text: string): string {
  const { words, unsupported, numbers } = ground({
    text,
    points: [],
    computations: [],
    index,
    proposed: [],
    language,
  });
  if (unsupported > 0 || words.some(({ verdict }) => verdict === "contradicted")) return "wrong";
  return words.length + numbers.length === 0 ? "silent" : "right";
}

/** In braces what is true and what is false. */
const told = {
  de: [
    "Der Kurs liegt {unter|über} dem 50-Tage-Mittel [M3].",
    "{Unterhalb|Oberhalb} seiner 200-Tage-Linie notiert das Papier [M5].",
    "Die Aktie notiert {nicht mehr|nach wie vor} über dem 20-Tage-Durchschnitt [M2].",
    "Der RSI ist {überverkauft|überkauft} [M9].",
    "Der RSI liegt {unter|über} 30 [M9].",
    "Die MACD-Linie verläuft {unter|über} der Signallinie, das Histogramm ist negativ [M6, M7, M8].",
    "Der Umsatz {legte um 13,11 % zu|gab um 13,11 % nach} [F1].",
    "Der Umsatz ist {nicht gesunken|gesunken} [F1].",
    "Der Gewinn je Aktie ist um 27,7 % {gestiegen|gefallen} [F2].",
    "Die Nettomarge {weitete|engte} sich {aus|ein} [F3].",
    "Auf Jahressicht hat die Aktie {zugelegt|eingebüßt} [M17].",
    "Die Schwankungen haben {zugenommen|nachgelassen}: 50,3 % im Monat, 38,07 % im Quartal.",
    "Das Volumen lag {über|unter} dem Durchschnitt [M14].",
    "Der Titel lief {schlechter|besser} als der Index [M22].",
    "Der Ton der Nachrichten hat sich gegenüber dem Monat {eingetrübt|aufgehellt} [N1, N2].",
    "Die Schulden sind {kleiner|größer} als die Barmittel und Wertpapiere [F5, F6].",
    "Das Unternehmen verfügt über eine {Nettoliquidität|Nettoverschuldung} [F7].",
    "Die Unterstützung wurde {gebrochen|gehalten} [M20].",
    "Die Aktie hat die 50-Tage-Linie {verloren|zurückerobert} [M3].",
    "Der Kurs liegt unter dem 20-, dem 50- und {dem 200-Tage-Mittel|über dem 200-Tage-Mittel} [M2, M3, M5].",
    "Über 63 Tage steht ein {Minus|Plus} von 30,95 % zu Buche [M16].",
    "Der Kurs liegt {außerhalb|innerhalb} der Bollinger-Bänder [M13].",
    "Die Nettomarge ist {höher|niedriger} als vor einem Jahr [F3].",
    "Apple hat {mehr|weniger} Barmittel als Schulden: 2,7 Mrd. USD gegen 1,15 Mrd. USD [F5, F6].",
  ],
  fr: [
    "L'action évolue {en dessous|au-dessus} de sa moyenne mobile à 50 séances [M3].",
    "Le cours n'est {plus|pas} {au-dessus|en dessous} de la moyenne à 200 jours [M5].",
    "Le titre est {survendu|suracheté}, avec un RSI de 26,18 [M9].",
    "Le bénéfice par action a {progressé|reculé} de 27,7 % [F2].",
    "Les ventes n'ont pas {reculé|progressé} [F1].",
    "Sur cinq séances, le titre a {cédé|gagné} 11,33 % [M15].",
    "La volatilité {augmente|diminue} : 50,3 % sur 21 séances contre 38,07 % sur 63 séances [M18, M19].",
    "Les volumes sont {supérieurs|inférieurs} à la normale [M14].",
    "Il a fait {moins bien|mieux} que le S&P 500 sur 63 séances [M22].",
    "La dette est {inférieure|supérieure} à la trésorerie [F5, F6].",
    "L'histogramme du MACD est {négatif|positif} [M8].",
    "La moyenne à 20 séances est {inférieure|supérieure} à celle à 50 séances [M2, M3].",
    "Le support à 52,59 USD {n'a pas tenu|a tenu} [M20].",
    "Le cours a {perdu|reconquis} sa moyenne à 50 jours [M3].",
    "Le flux de trésorerie disponible est {positif|négatif} [F8].",
  ],
  es: [
    "La acción cotiza por {debajo|encima} de su media de 50 sesiones [M3].",
    "El precio no está por {encima|debajo} de la media móvil de 200 días [M5].",
    "El RSI está {sobrevendido|sobrecomprado} [M9].",
    "El beneficio por acción {ha subido|ha bajado} un 27,7 % [F2].",
    "Los ingresos no {cayeron|crecieron} [F1].",
    "En 63 sesiones el título acumula una {caída|subida} del 30,95 % [M16].",
    "La volatilidad {ha aumentado|ha disminuido}: 50,3 % en 21 sesiones frente a 38,07 % en 63 sesiones [M18, M19].",
    "El volumen fue {superior|inferior} a la media [M14].",
    "La deuda total es {menor|mayor} que la caja [F5, F6].",
    "El número de acciones {disminuyó|aumentó} [F4].",
    "El precio ha {perdido|recuperado} el soporte [M20].",
    "La acción {no está|está} en su máximo de 52 semanas [M21].",
    "Ni el RSI ni el índice de flujo de dinero están {sobrecomprados|sobrevendidos} [M9, M10].",
  ],
} as const;

const twins = Object.entries(told).flatMap(([language, sentences]) =>
  sentences.map(bothSides).map(({ right, wrong }): [string, string, string] => [language, right, wrong]),
);

describe("directions in other languages", () => {
  test.each(twins)("%s: «%s», and not «%s»", (language, right, wrong) => {
    expect(judged(language, right)).toBe("right");
    expect(judged(language, wrong)).toBe("wrong");
  });

  test.each([
    // What might be, what is near, and what no evidence measures.
    ["de", "Falls der Kurs über das 50-Tage-Mittel steigt, kaufen wir."],
    ["de", "Der RSI ist fast überkauft."],
    ["de", "Der Umsatz der Konkurrenz ist gesunken."],
    ["de", "Im Sommer lag die Aktie noch über dem 50-Tage-Mittel."],
    ["fr", "L'an dernier, le cours était au-dessus de sa moyenne à 50 séances."],
    ["fr", "Si le cours passe au-dessus de sa moyenne à 50 séances, nous achetons."],
    ["fr", "Le stop est au-dessus de la moyenne à 50 séances."],
    ["es", "El precio podría subir por encima de la media de 50 sesiones."],
    // No lexicon.
    ["sv", "Kursen ligger över 50-dagarsmedelvärdet."],
  ])("%s: «%s» is left alone", (language, text) => expect(judged(language, text)).toBe("silent"));
});
