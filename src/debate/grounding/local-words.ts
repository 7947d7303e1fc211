/*
 * How languages other than English name the size and the unit of a number, in the spellings that reports use. Words that
 * mean another size elsewhere ("billion" in French, "mil") are left out.
 */

const cyrillic = "[а-яёіїєґ]*";

/** Power of ten and the words for it, as a pattern. */
const scales: readonly (readonly [power: number, words: string])[] = [
  [
    12,
    "lakh crore|लाख करोड़|लाख करोड़|万亿|萬億|ล้านล้าน|nghìn tỷ|Billionen|billones|trilhões|triliun|trilyon|трлн|трилли?[оі]н" +
      cyrillic +
      "|тр[иі]льйон" +
      cyrillic +
      "|تريليونات?|تريليون|תריליון|ट्रिलियन",
  ],
  [11, "千亿|千億|खरब"],
  [10, "百亿|百億"],
  [
    9,
    "十亿|十億|십억|พันล้าน|mil millones|mil milhões|mille milliards|miliardi|miliardo|miliard[yaów]*|bilhões|bilhão|miliar|milyar|tỷ|млрд|миллиард" +
      cyrillic +
      "|мільярд" +
      cyrillic +
      "|مليارات|مليار|میلیارد|מיליארד|अरब|बिलियन",
  ],
  [7, "千万|千萬|천만|करोड़|करोड़|کروڑ"],
  [
    6,
    "百万|百萬|백만|ล้าน|milioni|milion[yaów]*|milhões|milhão|millón|milyon|triệu|juta|млн|миллион" +
      cyrillic +
      "|мільйон" +
      cyrillic +
      "|ملايين|مليون|میلیون|מיליון|मिलियन|Millionen|Million",
  ],
  [5, "แสน|लाख|لاکھ"],
  [4, "หมื่น|만"],
  [3, "Tausend|tys\\.|тыс\\.?|тысяч" + cyrillic + "|тисяч" + cyrillic + "|آلاف|ألف|هزار|אלף|हज़ार|हजार|พัน|천|ribu|nghìn"],
  [8, "억"],
  [12, "조"],
];

/** Longer words first where one begins another: the order above has them so. */
export const localScaleWords = scales.map(([, words]) => words).join("|");

const byWord = scales.map(([power, words]) => ({ power, whole: new RegExp(`^(?:${words})$`, "i") }));

export function localPower(word: string): number | null {
  return byWord.find(({ whole }) => whole.test(word))?.power ?? null;
}

export const localPointWords =
  "Prozentpunkte?n?|points? de pourcentage|puntos porcentuales|pontos percentuais|punti percentuali|процентн\\S{2,3} пункт" +
  cyrillic +
  "|نقاط مئوية|نقطة مئوية|प्रतिशत अंक|个百分点|個百分點|百分点|百分點|パーセントポイント|ポイント|퍼센트포인트";
export const localPercentWords =
  "por cento|per cento|procent[aou]?|процент" +
  cyrillic +
  "|відсот" +
  cyrillic +
  "|في المائة|في المئة|بالمائة|بالمئة|درصد|אחוזים|אחוז|प्रतिशत|फ़ीसदी|फीसदी|เปอร์เซ็นต์|phần trăm|persen|パーセント|퍼센트";
export const localBasisPointWords =
  "Basispunkte?n?|points? de base|puntos básicos|pontos-base|punti base|базисн\\S{2,3} пункт" +
  cyrillic +
  "|نقاط أساس|نقطة أساس|आधार अंक|个基点|個基點|基点|基點";
export const localTimesWords =
  "倍|배|เท่า|गुना|-?fach(?:e[snrm]?)?|mal|раза?|veces|vezes|volte|مرات|مرة|פעמים|lần|kali lipat";

/** What counts days and longer: a number in front of one names a window or an age, which is not checked. */
const spans = [
  // German, Dutch, Scandinavian
  "Handelstag|Börsentag|Tag|Woche|Monat|Jahr|Quartal|Sitzung|Stunde|handelsdag|dag|dygn|weken|week|maand|måned|månad|jaar|år|kwarta|kvartal|vecko|uker?",
  // Romance
  "jour|séance|semaine|mois|années?|ans?(?![a-z])|trimestre|día|sesi|semana|mes|año|trimestre|jornada|dias?|sess|pregã|pregõ|mês|anos?|giorn|sedut|settiman|anni|anno|trimestr",
  // Slavic
  "дн[еяі]|день|сесс|сесі|недел|тижн|месяц|місяц|год|рок|лет|квартал|торгов|dni|dzień|sesj|tygod|miesi|lat(?![a-z])|rok|kwarta",
  "gün|hafta|aylık|ay(?![a-zçğıöşü])|yıl|çeyrek|seans",
  // Arabic, Persian, Urdu, Hebrew
  "يوم|أيام|جلس|أسبوع|أسابيع|شهر|أشهر|شهور|سنة|سنوات|عام|أعوام|ربع|أرباع|روز|هفته|ماه|سال|دن|ہفتے|ימי|יום|שבוע|חודש|שנ[הי]|רבעון",
  // India
  "दिन|दिव|सत्र|कारोबारी|ट्रेडिंग|सप्ताह|हफ़्त|हफ्त|महीन|माह|वर्ष|साल|तिमाह|घंट",
  // South-east Asia
  "วัน|สัปดาห์|เดือน|ปี|ไตรมาส|ชั่วโมง|ngày|phiên|tuần|tháng|năm|quý|hari|sesi|minggu|bulan|tahun|kuartal",
  // East Asia
  "个交易日|個交易日|交易日|自然日|个?年|個?年|个?月|個月|ヶ月|か月|カ月|日|号|號|天|个?周|週間?|季度?|小时|小時|営業日|年|月|거래일|개월|일|주|년|월|분기|시간",
];
export const localSpanWords = spans.join("|");
