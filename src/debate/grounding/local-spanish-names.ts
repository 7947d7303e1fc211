import type { Row } from "./local-lexicon.ts";

/* What reports in Spanish call what is measured, and over how long. */

const count = String.raw`\d{1,3}|una?|dos|tres|cuatro|cinco|seis|siete|diez|doce|veinte`;
const time =
  "(?:días?|sesion(?:es)?|sesión|jornadas?|semanas?|mes(?:es)?|trimestres?|años?)(?: de cotización| bursátiles| hábiles| naturales)?";
const last = "(?: (?:últim[oa]s?|anteriores|previ[oa]s|pasad[oa]s?))?";

const measures: readonly Row[] = [
  ["name", 0, String.raw`la de (10|20|50|100|200)(?=\s*(?:[\[(.,;]|$))`, "the $1-session mean"],
  [
    "name",
    0,
    String.raw`medias?(?: móviles?)?(?: simples?)? (?:de|a)(?: las| los)?${last} (\d{1,3})(?: (?:días|sesiones))? y(?: de| a| la de)? (\d{1,3}) (?:días|sesiones)`,
    "the $1-session mean|the $2-session mean",
  ],
  [
    "name",
    0,
    String.raw`(?:media|promedio)(?: móvil)?(?: simple| aritmética)? (?:de|a)(?: las| los)?${last} (\d{1,3}) (?:días|sesiones|jornadas|ruedas)|SMA[ -]?\(?(\d{1,3})\)?`,
    "the $1$2-session mean",
  ],
  [
    "name",
    0,
    String.raw`(?:media|promedio)(?: móvil)? exponencial (?:de|a)(?: las| los)?${last} (\d{1,3}) (?:días|sesiones|jornadas)|EMA[ -]?\(?(\d{1,3})\)?|EMA (?:de|a) (\d{1,3}) (?:sesiones|días)`,
    "the $1$2$3-session exponential mean",
  ],
  ["name", 0, "todas (?:sus|las) medias(?: móviles)?|(?:sus|las) (?:tres|dos) medias(?: móviles)?", "all averages"],
  ["name", 0, "media ponderada por volumen|VWMA", "the volume-weighted mean"],
  ["name", 0, "banda (?:de Bollinger )?superior(?: de Bollinger)?", "the upper band"],
  ["name", 0, "banda (?:de Bollinger )?inferior(?: de Bollinger)?", "the lower band"],
  ["name", 0, "soporte", "support"],
  ["name", 0, "resistencia", "resistance"],
  ["name", 0, "máximo de (?:las )?(?:últimas )?(?:20|veinte) (?:sesiones|días)", "the 20-session high"],
  ["name", 0, "mínimo de (?:las )?(?:últimas )?(?:20|veinte) (?:sesiones|días)", "the 20-session low"],
  [
    "name",
    0,
    "máximos? (?:anual(?:es)?|del año|de (?:las )?(?:últimas )?(?:52 semanas|252 sesiones)|de doce meses|de un año)",
    "the 52-week high",
  ],
  [
    "name",
    0,
    "mínimos? (?:anual(?:es)?|del año|de (?:las )?(?:últimas )?(?:52 semanas|252 sesiones)|de doce meses|de un año)",
    "the 52-week low",
  ],
  ["name", 0, "histograma(?: del? MACD)?", "the histogram"],
  ["name", 0, "línea de señal|señal(?=\\s*(?:[,.;:()]|$))", "the signal line"],
  ["name", 0, "(?:línea (?:del? )?)?MACD", "the MACD line"],
  ["name", 0, "RSI|índice de fuerza relativa", "RSI"],
  ["name", 0, "índice de flujo (?:de dinero|monetario)|MFI|flujo de dinero|money flow(?: index)?", "money flow"],
  [
    "name",
    0,
    "(?:volumen|volúmenes)(?: (?:negociado|de negociación|de la última sesión|de contratación|operado))*|negociación|contratación",
    "volume",
  ],
  ["name", 0, "volatilidad|oscilaciones|fluctuaciones", "volatility"],
  [
    "name",
    0,
    "(?:rentabilidad|rendimiento|retorno) (?:anual|a un año|de un año|a doce meses)",
    "the 252-session return",
  ],
  ["name", 0, "(?:rentabilidad|rendimiento|retorno) (?:mensual|a un mes|de un mes)", "the 21-session return"],
  [
    "name",
    0,
    "(?:rentabilidad|rendimiento|retorno) (?:trimestral|a tres meses|de tres meses)",
    "the 63-session return",
  ],
  ["name", 0, "(?:rentabilidad|rendimiento|retorno) (?:semanal|a una semana)", "the 5-session return"],
  [
    "name",
    0,
    String.raw`(?:rentabilidad|rendimiento|retorno) (?:a|en|de|sobre)(?: las| los)?${last} (\d{1,3}) (?:sesiones|días|jornadas)`,
    "the $1-session return",
  ],
  ["name", 0, "rentabilidad|rendimiento|retorno", "return"],
  ["name", 0, "crecimiento (?:de (?:los ingresos|las ventas)|de ingresos|de ventas|del negocio)", "revenue growth"],
  ["name", 0, "ingresos|ventas|facturación|cifra de negocios", "revenue"],
  ["name", 0, "(?:beneficio|ganancia|utilidad)s?(?: diluid[oa])? por acción(?: diluid[oa])?|BPA", "earnings per share"],
  ["name", 0, "márgen(?:es)? brutos?|margen bruto|márgenes brutos", "gross margin"],
  ["name", 0, "(?:margen|márgenes) (?:operativos?|de explotación|EBIT)", "operating margin"],
  ["name", 0, "(?:margen|márgenes) netos?", "net margin"],
  ["name", 0, "beneficio neto|ganancia neta|resultado neto|utilidad neta", "net income"],
  ["name", 0, "flujo de (?:caja|efectivo) libre|free cash flow", "free cash flow"],
  ["name", 0, "flujo de (?:caja|efectivo) operativo|flujo operativo de caja", "operating cash flow"],
  [
    "name",
    0,
    "número de (?:acciones|títulos)(?: en circulación| diluidas)*|acciones en circulación",
    "the share count",
  ],
  ["name", 0, "deuda(?: total| bruta| financiera)?|endeudamiento", "total debt"],
  ["name", 0, "patrimonio neto|fondos propios|capital propio", "equity"],
  [
    "name",
    0,
    "(?:caja|efectivo|tesorería|liquidez)(?: y (?:las |los |sus )?(?:inversiones|valores(?: negociables)?|equivalentes))?",
    "cash and investments",
  ],
  ["name", 0, "activos? (?:corrientes?|circulantes?)", "current assets"],
  ["name", 0, "pasivos? (?:corrientes?|circulantes?|a corto plazo)", "current liabilities"],
  [
    "name",
    0,
    "(?:tono|sentimiento) (?:de las|en las|de la|de los) (?:noticias|prensa|titulares)|tono informativo",
    "news tone",
  ],
  [
    "name",
    0,
    "(?:tono|sentimiento) (?:de los|de las|en las|en los) (?:mensajes|publicaciones|redes(?: sociales)?)",
    "tone of posts",
  ],
  ["name", 0, "número de (?:noticias|artículos|titulares)|flujo de noticias", "the number of news items"],
  ["name", 0, "número de (?:mensajes|publicaciones)", "the number of posts"],
  ["name", 0, "PER|P/E|múltiplo (?:de beneficios|sobre beneficios)|ratio precio[/-]beneficio", "P/E"],
  ["name", 0, "múltiplo (?:de ventas|sobre ventas)|ratio precio[/-]ventas|P/S", "P/S"],
  ["name", 0, "(?:múltiplo|ratio) (?:precio[/-])?valor contable|P/B", "P/B"],
  ["name", 0, "(?:ratio de )?liquidez corriente|ratio corriente|ratio de circulante", "the current ratio"],
  ["name", 0, "beta", "beta"],
  ["name", 0, "noticias (?:tienen|presentan|muestran) un tono|noticias(?= (?:son|siguen|fueron))", "news tone"],
  ["name", 0, "cero", "zero"],
  [
    "benchmark",
    0,
    "índice(?: de referencia| bursátil)?|S&P[ -]500|benchmark|BTC-USD|selectivo|(?<=(?:que el|al|frente al|que) )bitcoin",
  ],
  [
    "price",
    0,
    "acción|título|precio(?: de cierre)?|cotización|valor(?= (?:cotiza|está|se|ha|no|retrocede|avanza|cae|sube|pierde|gana|acumula|cerró))|(?:último )?cierre|papel|bitcoin|ether|criptomoneda",
  ],
  [
    "other",
    0,
    "stop|objetivo|entrada|límite|analistas?|estimacion(?:es)?|previsiones|expectativas|consenso|dividendos?|tipos|costes?|demanda|sector|competidores|competencia|posición|petróleo|barril|rivales",
  ],
  ["usual", 0, "media|promedio|habitual|normal"],
];

const windows: readonly Row[] = [
  [
    "window",
    0,
    String.raw`(?:en|durante|a|desde hace|de|que en|que a|la de|las|los|sobre)(?: las| los)?${last} (${count})${last} (${time})`,
    "over $1 $2",
  ],
  [
    "window",
    0,
    "en (?:el )?(?:último )?año|en un año|interanual(?:mente)?|(?:respecto|frente) al año (?:anterior|pasado)|que (?:el año anterior|hace un año)|en términos anuales",
    "over 1 years",
  ],
  [
    "window",
    0,
    "(?:en el|del) (?:último )?trimestre|en un trimestre|trimestral|que en el trimestre|respecto al trimestre",
    "over 1 quarters",
  ],
  [
    "window",
    0,
    "en (?:el )?(?:último )?mes|en un mes|(?:respecto|frente) al mes(?: anterior)?|que (?:en )?el mes(?: anterior)?",
    "over 1 months",
  ],
  ["window", 0, "en (?:la )?(?:última )?semana|en una semana|esta semana", "over 1 weeks"],
  ["window", 0, "(?:en )?la (?:última|pasada) (?:sesión|jornada)|en una (?:sesión|jornada)|hoy", "over 1 sessions"],
];

export const spanishNames: readonly Row[] = [...measures, ...windows];
