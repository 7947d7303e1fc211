import { z } from "zod";
import { printable } from "../terminal.ts";

const Entry = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  role: z.string(),
  msg: z.string().default(""),
  err: z.object({ message: z.string() }).optional(),
});

/** Said by the starter, or too often to be read. */
const everyday = ["front door ready", "worker ready", "stopping", "request"];
/** Fields that the line shows elsewhere, or that only help to search logs. */
const unshown = ["level", "time", "role", "msg", "err", "part", "request_id", "ended"];

/**
 * `null` for noise.
 * @param all shows everyday lines too
 */
export function roleLine(line: string, all: boolean): string | null {
  const entry = read(line);
  // Last words of a process that could not start.
  if (entry === null) return line === "" ? null : printable(line);
  const { level, time, role, msg, err } = entry;
  if (!all && level === "info" && everyday.includes(msg)) return null;
  const more = Object.entries(entry).flatMap(([name, value]) =>
    unshown.includes(name) || value === null ? [] : [name === "job" ? String(value) : `${name} ${valueText(value)}`],
  );
  const said = [msg, ...more, ...(err === undefined ? [] : [err.message])].filter((part) => part !== "").join(", ");
  const at = new Date(time).toLocaleTimeString("en-GB");
  return printable(`${at}  ${role.padEnd(6)}  ${level === "info" ? "" : `${level}: `}${said}`).replaceAll("\n", " ");
}

function read(line: string): z.infer<typeof Entry> | null {
  try {
    const entry = Entry.safeParse(JSON.parse(line));
    return entry.success ? entry.data : null;
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
