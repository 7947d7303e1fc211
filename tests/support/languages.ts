import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import type { Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { plainAnswer, voices } from "./voices.ts";

/** How agents speak in a language: a sentence about a value of the evidence, and one about a figure from nowhere. */
export interface Tongue {
  readonly tag: string;
  /** `43.74` as the language prints it. */
  readonly number: (value: string) => string;
  readonly holds: (number: string, id: string) => string;
  readonly invents: string;
}

const commas = (value: string): string => value.replace(".", ",");
const digitsFrom =
  (zero: number, point: string) =>
  (value: string): string =>
    value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))).replace(".", point);

export const tongues: readonly Tongue[] = [
  {
    tag: "zh-Hans",
    number: digitsFrom(0xff10, "．"),
    holds: (number, id) => `公司股票在2019年6月3日收盘价为${number}美元，高于50日均线 [${id}]。`,
    invents: "股价在一周内下跌了91.37%。",
  },
  {
    tag: "de",
    number: commas,
    holds: (number, id) => `Am 3. Juni 2019 schloss die Aktie bei ${number} USD, über der 200-Tage-Linie [${id}].`,
    invents: "Der Kurs fiel in einer Woche um 91,37 %.",
  },
  {
    tag: "ar",
    number: digitsFrom(0x0660, "٫"),
    holds: (number, id) => `أغلق السهم عند ${number} دولار في 3 يونيو 2019 فوق متوسط 50 يومًا [${id}].`,
    invents: "انخفض السعر بنسبة 91٫37٪ في أسبوع.",
  },
  {
    tag: "hi",
    number: digitsFrom(0x0966, "."),
    holds: (number, id) => `शेयर 3 जून 2019 को ${number} डॉलर पर बंद हुआ, 50-दिवसीय औसत से ऊपर [${id}]।`,
    invents: "शेयर एक सप्ताह में ९१.३७% गिरा।",
  },
  {
    tag: "th",
    number: digitsFrom(0x0e50, "."),
    holds: (number, id) => `ราคาปิดวันที่ 3 มิถุนายน 2562 อยู่ที่ ${number} ดอลลาร์ สูงกว่าเส้น 50 วัน [${id}]`,
    invents: "ราคาลดลง 91.37% ในหนึ่งสัปดาห์",
  },
];

/** Every agent says one true sentence about the last close and one that rests on nothing. */
export function speaking(tongue: Tongue) {
  return voices((brief: Brief<unknown>): Line => ({ answer: answerIn(tongue, brief) }));
}

function answerIn(tongue: Tongue, brief: Brief<unknown>): Record<string, unknown> {
  const close = brief.evidence.find(({ key }) => key === "close");
  const said =
    close?.value == null
      ? [tongue.invents]
      : [tongue.holds(tongue.number(close.value.toFixed(2)), close.id), tongue.invents];
  const answer = plainAnswer(brief);
  const [claim = tongue.invents] = said;
  return {
    ...answer,
    text: said.join("\n"),
    ...("points" in answer && { points: [{ claim, evidence: [close?.id ?? "M1"], side: "for" }] }),
    ...("thesis" in answer && { thesis: claim }),
  };
}
