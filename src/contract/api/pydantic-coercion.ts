import { z } from "zod";

/** An issue in pydantic's name and wording. */
interface Fault {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/**
 * As FastAPI reads it: also `"3"` and `3.0`, never a boolean.
 * @see https://docs.pydantic.dev/latest/concepts/conversion_table/ (lax mode)
 */
export function laxInt(min: number, max: number) {
  return z
    .unknown()
    .transform((value, context): number => {
      const read = readInt(value);
      const fault = typeof read === "number" ? outside(read, min, max) : read;
      if (typeof read === "number" && fault === null) return read;
      if (fault !== null) context.addIssue({ code: "custom", message: fault.msg, params: { ...fault } });
      return z.NEVER;
    })
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** As pydantic reads it, also from text. */
export function laxBool() {
  return z
    .unknown()
    .transform((value, context): boolean => {
      if (typeof value === "boolean") return value;
      const text = typeof value === "string" ? value.toLowerCase() : value;
      if (text === 1 || ["1", "t", "true", "y", "yes", "on"].some((one) => one === text)) return true;
      if (text === 0 || ["0", "f", "false", "n", "no", "off"].some((one) => one === text)) return false;
      const fault: Fault =
        typeof value === "string" || typeof value === "number"
          ? { type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" }
          : { type: "bool_type", msg: "Input should be a valid boolean" };
      context.addIssue({ code: "custom", message: fault.msg, params: { ...fault } });
      return z.NEVER;
    })
    .meta({ type: "boolean" });
}

/** In ms, from an ISO 8601 date (start, UTC) or a time with a zone. */
export function laxInstant() {
  return z
    .unknown()
    .transform((value, context): number => {
      // Python prints an offset without its colon.
      const text = typeof value === "string" ? value.replace(/(T.*[+-]\d{2})(\d{2})$/, "$1:$2") : "";
      const known = [z.iso.datetime({ offset: true }), z.iso.date()].some((form) => form.safeParse(text).success);
      const instant = known ? Date.parse(text) : Number.NaN;
      if (!Number.isNaN(instant)) return instant;
      const error = "must be an ISO 8601 date, or a time with a time zone";
      const fault: Fault = {
        type: "datetime_from_date_parsing",
        msg: `Input should be a valid datetime or date, ${error}`,
        ctx: { error },
      };
      context.addIssue({ code: "custom", message: fault.msg, params: { ...fault } });
      return z.NEVER;
    })
    .meta({ type: "string", format: "date-time" });
}

function readInt(value: unknown): number | Fault {
  if (typeof value === "string") {
    return /^\s*[+-]?\d+(?:_\d+)*(?:\.0+)?\s*$/.test(value)
      ? Number(value.replaceAll("_", ""))
      : { type: "int_parsing", msg: "Input should be a valid integer, unable to parse string as an integer" };
  }
  if (typeof value !== "number") return { type: "int_type", msg: "Input should be a valid integer" };
  if (!Number.isFinite(value)) return { type: "finite_number", msg: "Input should be a finite number" };
  if (!Number.isInteger(value))
    return { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" };
  return value;
}

function outside(value: number, min: number, max: number): Fault | null {
  if (value < min)
    return { type: "greater_than_equal", msg: `Input should be greater than or equal to ${min}`, ctx: { ge: min } };
  if (value > max)
    return { type: "less_than_equal", msg: `Input should be less than or equal to ${max}`, ctx: { le: max } };
  return null;
}
