import type { DepositAudit } from "#src/contract/deposits.ts";
import { toIso } from "#src/platform/clock.ts";
import { capitalised } from "#src/report/result-text.ts";
import { Time } from "#src/web/components/ui/time.tsx";

export function AuditList({ audit }: { audit: readonly DepositAudit[] }) {
  if (audit.length === 0) return <p className="text-sm text-muted">No actions yet.</p>;
  return (
    <ol className="grid gap-3 text-sm">
      {audit.map(({ at, actor, action, reason }) => (
        <li key={`${at} ${action} ${reason}`}>
          <p>
            <span className="font-medium">{capitalised(action.replaceAll("_", " "))}</span> by{" "}
            <span className="wrap-anywhere">{actor}</span>
            <span className="text-xs text-muted">
              {" "}
              · <Time at={toIso(at)} />
            </span>
          </p>
          <p className="text-muted wrap-anywhere">{reason}</p>
        </li>
      ))}
    </ol>
  );
}
