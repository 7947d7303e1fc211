import { spanishNames } from "./local-spanish-names.ts";
import type { LocalLexicon, Row } from "./local-lexicon.ts";

/* What words of Spanish say of what is measured. */

const os = "(?:o|a|os|as)";

/** "Ha", "se ha", which stand before a participle. */
const helper = "(?:ha |han |se ha |se han |había |está |están )?";

const moves: readonly Row[] = [
  [
    "move",
    1,
    [
      `${helper}(?:subido|crecido|aumentado|ganado|mejorado|avanzado|repuntado|escalado|ampliado|incrementado|saltado|rebotado|duplicado|triplicado|acelerado|encarecido|revalorizado|apreciado|recuperado|remontado|progresado|disparado|expandido|ensanchado|engordado|subiendo|creciendo|aumentando|mejorando|ganando)`,
      "sub(?:e|en|ió|ieron|ía|ían)|crec(?:e|en|ió|ieron|ía)|creciente|aument(?:a|an|ó|aron|aba)|gan(?:a|an|ó|aron|aba)|mejor(?:a|an|ó|aron)(?! que)|avanz(?:a|an|ó|aron)|repunt(?:a|an|ó|aron)|escal(?:a|an|ó|aron)|(?:se )?ampl(?:ía|ían|ió|iaron)|(?:se )?increment(?:a|an|ó|aron)|al alza|rebot(?:a|an|ó)|(?:se )?dispar(?:a|an|ó|aron)|(?:se )?aceler(?:a|an|ó|aron)|dupl(?:ica|icó|ican)|tripl(?:ica|icó)|salt(?:a|an|ó)|se revaloriz(?:a|an|ó)|se apreci(?:a|an|ó)|(?:se )?recuper(?:a|an|ó|aron)|remont(?:a|an|ó)|progres(?:a|an|ó)|se expand(?:e|en|ió)|(?:se )?ensanch(?:a|ó)|suma(?= un)|se anot(?:a|ó|an)|se apunt(?:a|ó|an)|sumó(?= un)",
    ].join("|"),
  ],
  [
    "move",
    1,
    "subidas?|aumentos?|mejoras?|mejoría|avances?|repuntes?|ampliación|incrementos?|alzas?|rebotes?|aceleración|revalorización|apreciación|ganancias?|expansión|escalada|recuperación|remontada|salto|ascenso",
    "noun",
  ],
  [
    "move",
    -1,
    [
      `${helper}(?:bajado|caído|disminuido|perdido|empeorado|retrocedido|descendido|reducido|cedido|deteriorado|contraído|desplomado|hundido|mermado|estrechado|desacelerado|frenado|moderado|ralentizado|calmado|abaratado|depreciado|menguado|replegado|dejado(?= un)|recortado|flojeado|debilitado|bajando|cayendo|perdiendo|disminuyendo)`,
      "baj(?:a|an|ó|aron|aba)(?! (?:la|el|su|sus|las|los|cero))|ca(?:e|en|yó|yeron|ía)|disminu(?:ye|yen|yó|yeron)|pierde[n]?|perdi(?:ó|eron)|empeor(?:a|an|ó|aron)|retroced(?:e|en|ió|ieron)|desc(?:iende|ienden|endió|endieron)|(?:se )?redu(?:ce|cen|jo|jeron)|ced(?:e|en|ió|ieron)|(?:se )?deterior(?:a|an|ó|aron)|(?:se )?contra(?:e|en|jo|jeron)|(?:se )?desplom(?:a|an|ó)|(?:se )?hund(?:e|en|ió|ieron)|merm(?:a|an|ó)|(?:se )?estrech(?:a|an|ó)|(?:se )?(?:desaceler|fren|moder|ralentiz|calm)(?:a|an|ó)|a la baja|recort(?:a|an|ó)|se depreci(?:a|an|ó)|mengu(?:a|an|ó)|se replieg(?:a|an)|se replegó|se deja(?:n)?(?= un)|se dejó(?= un)|floje(?:a|an|ó)|se debilit(?:a|an|ó)|decrec(?:e|en|ió)|decreciente|resta(?= un)",
    ].join("|"),
  ],
  [
    "move",
    -1,
    "bajadas?|caídas?|disminución|disminuciones|pérdidas?|empeoramiento|retrocesos?|descensos?|reducción|deterioro|contracción|desplome|hundimiento|desaceleración|recortes?|depreciación|repliegue|merma|corrección|ralentización|minusvalías?",
    "noun",
  ],
];

const de = "(?: del?(?! \\d))?";
const places: readonly Row[] = [
  [
    "place",
    1,
    `(?:por )?encima${de}|superior(?:es)? a(?:l)?|sobre(?= (?:la|el|su|sus|las|los) (?:media|medias|banda|soporte|resistencia|promedio|línea))|más arriba que`,
  ],
  ["place", -1, `(?:por )?debajo${de}|inferior(?:es)? a(?:l)?|bajo(?= (?:la|el|su|sus|las|los|cero) ?)|más abajo que`],
  [
    "more",
    1,
    `mayor(?:es)?|más(?= (?:caja|efectivo|deuda|tesorería|liquidez))|más (?:alt${os}|elevad${os}|fuertes?|grandes?|ampli${os}|car${os}|rápid${os}|deprisa|rápido|favorables?|positiv${os}|volátil(?:es)?|intens${os})`,
  ],
  [
    "more",
    -1,
    `menor(?:es)?|menos(?= (?:caja|efectivo|deuda|tesorería|liquidez))|(?:más (?:baj${os}|débil(?:es)?|pequeñ${os}|estrech${os}|barat${os}|lent${os}|despacio|negativ${os}|tranquil${os}|desfavorables?)|menos (?:alt${os}|elevad${os}|fuertes?|car${os}|rápid${os}|favorables?|positiv${os}|volátil(?:es)?))`,
  ],
  [
    "beats",
    1,
    "super(?:a|an|ó|aron|aba)|exced(?:e|en|ió)|rebas(?:a|an|ó)|cubr(?:e|en)|llegan? a(?= (?:la|el|su|los|las))|alcanz(?:a|an)(?= (?:la|el|su|los|las))|sobrepas(?:a|an|ó)",
  ],
  ["better", 1, "mejor(?:es)?|bat(?:e|ió|ido)|aventaja"],
  ["better", -1, "peor(?:es)?|rezagad[oa]|por detrás"],
  ["stretched", 1, `sobrecomprad${os}|(?:en |zona de |de )?sobrecompra`],
  ["stretched", -1, `sobrevendid${os}|(?:en |zona de |de )?sobreventa`],
  ["sign", 1, `positiv${os}|favorables?|optimistas?|en (?:terreno |territorio )?(?:positivo|verde)`],
  ["sign", -1, `negativ${os}|desfavorables?|pesimistas?|en (?:terreno |territorio )?(?:negativo|rojo)`],
  ["broken", 1, "rot[oa]s?|romp(?:ió|ido|e)|quebrad[oa]|quebró|quiebra"],
  ["broken", -1, "aguant(?:a|ó|ado)|resist(?:e|ió|ido)|respet(?:a|ó|ado)|mantiene|mantuvo|intact[oa]|defendi(?:ó|do)"],
  ["place", 1, "cruz(?:a|ó|ado) al alza"],
  ["place", -1, "cruz(?:a|ó|ado) a la baja"],
  [
    "at",
    0,
    "alcanz(?:a|ó|ado|ar)|marc(?:a|ó|ado|ar)|toc(?:a|ó|ado|ar)|registr(?:a|ó|ado|ar)|en(?= (?:su|un|máximos?|mínimos?|el))",
  ],
  ["passed", 1, "superad[oa]s?|supera(?= (?:el|la) (?:resistencia|máximo))|reconquist(?:a|ó|ad[oa])"],
  ["passed", -1, "perforad[oa]s?|perfor(?:a|ó)"],
  [
    "told",
    0,
    "más cerca de (?:la banda superior|la parte alta)|mitad (?:superior|alta) de (?:las|sus) bandas",
    "The last close is in the upper half of the bands",
  ],
  [
    "told",
    0,
    "más cerca de (?:la banda inferior|la parte baja)|mitad (?:inferior|baja) de (?:las|sus) bandas",
    "The last close is in the lower half of the bands",
  ],
  ["told", 0, "(?:dentro de|entre|en el interior de) (?:las|sus) bandas", "The last close is inside the bands"],
  ["told", 0, "(?:fuera de|por fuera de) (?:las|sus) bandas", "The last close is outside the bands"],
  ["told", 0, "más (?:noticias|artículos)(?= que)", "The number of news items rose"],
  ["told", 0, "menos (?:noticias|artículos)(?= que)", "The number of news items fell"],
  ["told", 0, "más (?:mensajes|publicaciones)(?= que)", "The number of posts rose"],
  ["told", 0, "menos (?:mensajes|publicaciones)(?= que)", "The number of posts fell"],
  [
    "told",
    0,
    "(?:posición (?:de |neta de ))?(?:caja|tesorería|efectivo|liquidez) net[oa](?! negativ)|posición neta de caja",
    "The company has net cash",
  ],
  [
    "told",
    0,
    "(?:tiene|con|de|presenta|una|mantiene) (?:una )?deuda neta|endeudamiento neto",
    "The company has net debt",
  ],
];

export const spanish: LocalLexicon = {
  rows: [...spanishNames, ...moves, ...places],
  joints: "mientras que|mientras|pero|aunque|y|sino|pues|porque",
  than: "que|a|al|de(?= lo )|frente a|respecto a",
  denial: /(?<!\p{L})(?:no(?! (?:solo|sólo|obstante|hay duda))|ni|nunca|jamás|tampoco|ningun[oa]?|ningún)(?!\p{L})/iu,
  filler:
    /^(?:es|son|era|eran|está|están|estaba|se|sitúa|sitúan|situó|situaron|encuentra|encuentran|queda|quedó|mantiene|mantienen|cotiza|cotizan|cotizó|cerró|cierra|sigue|siguen|permanece|indica|muestra|marca|refleja|presenta|fue|fueron|ha|han|sido|resulta|el|la|los|las|un|una|lo|de|del|su|sus|en|con|por|a|al|sobre|claramente|muy|bien|aún|todavía|ya|ahora|actualmente|así|también|ligeramente|apenas|justo|netamente|bastante|no|ni|zona|terreno|territorio|nivel|umbral|línea|puntos?|USD|dólares|simple|móvil|propia|propio|anterior|último|última|reciente|clara|hoy|tono|tonos|mismo|además|sin|embargo|obstante|claro|consolidado|operó|siendo|estando|halla|hallan|hallaba|negocia|negocian|intercambia|terminó|termina|acabó|acaba|incluso|cómodamente|holgadamente|fuertemente|levemente|mayoritariamente|más|bien|todas|todos|ambas|tres|dos|finalizó|alrededor|marcadamente|globalmente|nuevo|nuevos|nueva|ampliamente|que)$/iu,
  supposed:
    /(?<!\p{L})(?:si|cuando|podrían?|debería[n]?|sería[n]?|quizás?|tal vez|riesgo|hasta que|en caso de|espera[n]?|esperad[oa]s?|puede[n]?|debe[n]?|escenario|amenaza|siempre que|\p{L}{2,}(?:aría|ería|iría)n?|habrían?|hubieran?|fueran?|antes de|sin (?:las?|los|el)|antaño|entonces)(?!\p{L})|^\W*(?:el año pasado|hace (?:una?|dos|tres|\d)|en (?:verano|otoño|invierno|primavera|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre))|\?|¿/iu,
  soft: /(?<!\p{L})(?:(?<!más )cerca|cercan[oa]s?|casi(?! (?:un )?\d)|apenas|lejos|próxim[oa]s?|roza[n]?|se acerca|acercándose|a punto de|borde)(?!\p{L})/iu,
  level: /(?:^|\s)(?:a|hasta|desde)(?: (?:unos|casi|solo))?\s*[$€£]?$/iu,
  line: /(?:umbral|nivel|cota|línea)(?: de| del| en)? $/iu,
  of: /^ (?:de la|del|de los|de las|de|en el|en la|en los|en las|de su|de sus)(?: )?$/iu,
  counts: { un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, diez: 10, doce: 12, veinte: 20 },
  units: [
    [/^ses|^jornada|cotización|bursátil/i, "sessions"],
    [/^día/i, "days"],
    [/^semana/i, "weeks"],
    [/^mes/i, "months"],
    [/^trimestre/i, "quarters"],
    [/^año/i, "years"],
  ],
  nouns: null,
};
