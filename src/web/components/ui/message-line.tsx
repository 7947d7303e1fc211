import type { ReactNode } from "react";
import { counted } from "#src/core/text/number-text.ts";
import { Time } from "./time.tsx";

interface Attempt {
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly at: string;
  readonly response?: string | null;
}

/** Every attempt at a message, newest first, folded. @param props `children` stand beside their number */
export function Attempts({ attempts, children }: { attempts: readonly Attempt[]; children?: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">
        {counted(attempts.length, "attempt")}
        {children}
      </summary>
      <ol className="mt-2 grid gap-1 border-l pl-4 text-xs">
        {attempts.map(({ number, status, error, response = null, at }) => (
          <li key={number} className="grid gap-1">
            <span className="flex flex-wrap gap-x-3">
              <span className="tabular text-muted">#{number}</span>
              <Time at={at} />
              <span className="font-mono">{status ?? "no response"}</span>
              {error === null ? null : <span className="text-negative wrap-anywhere">{error}</span>}
            </span>
            {response === null ? null : (
              <code className="rounded-sm border bg-sunken px-2 py-1.5 font-mono wrap-anywhere whitespace-pre-wrap">
                {response}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface Props {
  readonly badge: ReactNode;
  readonly title: ReactNode;
  readonly at: string;
  readonly reason: string | null;
  readonly next: string | null;
  readonly attempts: readonly Attempt[];
  readonly children?: ReactNode;
}

/** A line of a delivery log: what was told, how it stands, and every attempt. */
export function MessageLine({ badge, title, at, reason, next, attempts, children }: Props) {
  return (
    <li className="grid gap-2 border-b py-4 text-sm first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {badge}
        {title}
        <span className="ml-auto text-xs text-muted">
          <Time at={at} />
        </span>
      </div>
      {reason === null ? null : <p className="text-xs text-muted wrap-anywhere first-letter:uppercase">{reason}</p>}
      {next === null || attempts.length === 0 ? null : (
        <p className="text-xs text-muted">
          Next attempt around <Time at={next} />
        </p>
      )}
      {attempts.length === 0 ? null : <Attempts attempts={attempts} />}
      {children === undefined ? null : <div className="justify-self-start">{children}</div>}
    </li>
  );
}
