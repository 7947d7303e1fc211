/*
 * Loaded first by a role under test: its wall clock is off by what stands in the file CLOCK_OFFSET_FILE, in ms, from
 * when that is written. All of the process sees it, libraries too. The monotonic clock, timers and Postgres go on as
 * they are, as on a machine whose time is set.
 */
import { readFileSync, watchFile } from "node:fs";

const file = process.env["CLOCK_OFFSET_FILE"] ?? "";
const real = Date;
const now = (): number => real.now() + offset;
let offset = 0;

const read = (): void => {
  offset = Number(readFileSync(file, "utf8"));
};
read();
watchFile(file, { interval: 50, persistent: false }, read).unref();

globalThis.Date = new Proxy(real, {
  construct: (target, args, newTarget): object =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new real(now()).toString(),
  get: (target, name): unknown => (name === "now" ? now : Reflect.get(target, name)),
});
