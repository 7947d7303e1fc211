import { CommanderError } from "commander";
import { isConclaveError, type ConclaveError } from "#src/core/errors.ts";
import { isSystemError } from "./runs/run-folder.ts";
import { printable } from "./terminal.ts";

/** 130: Ctrl-C; 70: a defect; 3: `verify`; 4: --fail-on-review. */
export const exit = { ok: 0, failed: 1, usage: 2, unknownKey: 3, review: 4, defect: 70, interrupted: 130 } as const;

/** With what its user can do now. */
export class RunEnded extends Error {
  readonly reason: ConclaveError;
  constructor(reason: ConclaveError, advice: string) {
    super(`${sentence(reason.kind === "cancelled" ? "stopped" : reason.message)} ${advice}`.trimEnd(), {
      cause: reason,
    });
    this.reason = reason;
  }
}

/** The one place for lines and exit codes; `line` null: already said. */
export function failure(error: unknown): { code: number; line: string | null } {
  // Commander writes its own line.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exit.ok : exit.usage, line: null };
  const reason = error instanceof RunEnded ? error.reason : error;
  if (isConclaveError(reason) && error instanceof Error) return { code: codeOf(reason), line: oneLine(error.message) };
  if (isSystemError(error)) return { code: exit.failed, line: oneLine(diskFull(error) ?? error.message) };
  return {
    code: exit.defect,
    line: printable(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
}

function codeOf(error: ConclaveError): number {
  // A broken archive is the user's input.
  if (error.kind === "vendor_failed" && error.vendor.startsWith("archive:") && error.reason === "malformed")
    return exit.usage;
  return error.kind === "invalid_input" ? exit.usage : error.kind === "cancelled" ? exit.interrupted : exit.failed;
}

function diskFull({ code, message }: Error & { code: string }): string | null {
  return code === "ENOSPC" ? `the disk is full; free some space and run it again (${message})` : null;
}

/** Quoted vendors and models must not reach the terminal raw. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, " ").trim();
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
