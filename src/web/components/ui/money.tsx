import { formatUsd } from "#src/contract/money.ts";

/** US cents as dollars. */
export function Money({ minor, className }: { minor: number; className?: string }) {
  return <span className={`tabular-nums ${className ?? ""}`}>{formatUsd(minor)}</span>;
}
