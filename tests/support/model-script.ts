import { z } from "zod";

/** What a script sees of a call. */
export interface ScriptRequest {
  readonly model: string;
  readonly system: string;
  /** All user text, in order. */
  readonly prompt: string;
  /** The JSON schema of the answer; `null` when none was sent. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly tools: readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[];
}

/** An object is sent as JSON, a text as it is. */
export type ScriptAnswer =
  | Readonly<Record<string, unknown>>
  | string
  | { readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[] };

interface Figure {
  readonly id: string;
  readonly label: string;
  /** As it stands in the prompt. */
  readonly value: string;
  readonly unit: string;
}

const figureLine = /^\[([MSNFD]\d{1,4})\] (.+?): (-?\d+(?:\.\d+)?) ?([^()\n]*?)(?: \(\d{4}-\d{2}-\d{2}\))?$/gm;

/**
 * The default script: argues from the figures in the prompt, quoting each as it stands there with its id, and
 * fills the fields of whatever Conclave schema is asked for. The same request gets the same answer.
 * @param proseLength characters of `text`, at least; sentences are repeated until it is reached
 * @param lookUps how often to ask for a tool before answering, when tools are open
 */
export function conclaveScript({ proseLength = 400, lookUps = 0 } = {}): (request: ScriptRequest) => ScriptAnswer {
  return ({ prompt, schema, tools }) => {
    const asked = [...prompt.matchAll(/^Look-up \d+:/gm)].length;
    const tool = tools[asked % Math.max(1, tools.length)];
    if (tool !== undefined && asked < lookUps)
      return { toolCalls: [{ name: tool.name, input: fill(tool.schema, asked + 2) }] };
    const figures = [...prompt.matchAll(figureLine)].map(([, id = "", label = "", value = "", unit = ""]) => ({
      id,
      label,
      value,
      unit,
    }));
    const fields = z.object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())) }).safeParse(schema);
    const names = fields.success ? Object.keys(fields.data.properties) : ["text"];
    return Object.fromEntries(
      names.map((name) => [
        name,
        fieldOf(name, figures, proseLength, fields.success ? fields.data.properties[name] : {}),
      ]),
    );
  };
}

function fieldOf(name: string, figures: readonly Figure[], proseLength: number, schema: unknown): unknown {
  const close = levelOf(figures, /^(last )?close/i) ?? levelOf(figures, /close|price/i);
  const range = levelOf(figures, /true range|\bATR\b/i);
  switch (name) {
    case "text":
      return prose(figures, proseLength);
    case "points":
      return points(figures, schema);
    case "score":
      return 1;
    case "lean":
    case "rating":
      return "Overweight";
    case "action":
      return "buy";
    case "entry":
      return close;
    case "stop":
      return close === null ? null : round(close - 2 * (range ?? close / 40));
    case "target":
      return close === null ? null : round(close + 3 * (range ?? close / 40));
    case "size_pct":
      return 5;
    case "confidence":
      return 0.6;
    case "horizon_days":
      return 60;
    case "thesis":
      return figures[0] === undefined ? "The evidence is thin." : sentence(figures[0]);
    default:
      return fill(schema, 1);
  }
}

function levelOf(figures: readonly Figure[], label: RegExp): number | null {
  const figure = figures.find((one) => label.test(one.label) && /^[A-Z]{3}/.test(one.unit));
  return figure === undefined ? null : Number(figure.value);
}

function round(value: number): number {
  return Math.max(0.000001, Number(value.toPrecision(6)));
}

function sentence({ id, value, unit }: Figure): string {
  return `The figure stands at ${value}${unit === "" ? "" : ` ${unit}`} [${id}].`;
}

function prose(figures: readonly Figure[], length: number): string {
  if (figures.length === 0)
    return "There is no figure to argue from. ".repeat(Math.max(1, Math.ceil(length / 34))).trim();
  let text = "";
  for (let index = 0; text.length < length; index += 1) {
    const figure = figures[index % figures.length];
    if (figure !== undefined) text += `${text === "" ? "" : " "}${sentence(figure)}`;
  }
  return text;
}

function points(figures: readonly Figure[], schema: unknown): unknown[] {
  const sided = JSON.stringify(schema).includes('"side"');
  return figures.slice(0, 3).map((figure, index) => ({
    claim: sentence(figure),
    evidence: [figure.id],
    ...(sided ? { side: index === 0 ? "for" : index === 1 ? "against" : "context" } : {}),
  }));
}

const Shape = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** Some value that a schema allows; `size` picks numbers. */
function fill(schema: unknown, size: number): unknown {
  const { type, enum: choices, anyOf, properties, items } = Shape.parse(schema ?? {});
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined) return fill(anyOf[0], size);
  if (type === "object")
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, inner]) => [key, fill(inner, size)]));
  if (type === "array") return [fill(items, size)];
  if (type === "integer" || type === "number") return size;
  if (type === "boolean") return true;
  return type === "null" ? null : "net";
}
