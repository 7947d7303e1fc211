import { Scope } from "#src/contract/plans.ts";
import { isolated } from "#src/core/isolated.ts";
import { endKey } from "#src/web/actions/keys.ts";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";

interface KeyView {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly livemode: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** All of them in one word; else by the names that requests are refused with, which are short. */
function permissions(scopes: readonly string[]): string {
  return Scope.options.every((scope) => scopes.includes(scope)) ? "All" : scopes.join(", ");
}

export function KeyTable({ keys }: { keys: readonly KeyView[] }) {
  return (
    <Table aria-label="API keys">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Key</TH>
          <TH>Permissions</TH>
          <TH>Created</TH>
          <TH>Last used</TH>
          <TH>
            <span className="sr-only">Revoke</span>
          </TH>
        </TR>
      </THead>
      <TBody>
        {keys.map(({ id, label, prefix, scopes, livemode, created_at, last_used_at, revoked_at }) => (
          <TR key={id} className={revoked_at === null ? undefined : "text-muted"}>
            <TD className="max-w-56 min-w-28 font-medium wrap-anywhere">
              <bdi>{label}</bdi> {livemode ? null : <Badge tone="info">Test</Badge>}
            </TD>
            <TD className="font-mono text-xs whitespace-nowrap">{prefix}…</TD>
            <TD className="min-w-44 text-xs">{permissions(scopes)}</TD>
            <TD className="whitespace-nowrap">
              <Time at={created_at} format="date" />
            </TD>
            <TD className="whitespace-nowrap">{last_used_at === null ? "Never" : <Time at={last_used_at} />}</TD>
            <TD className="text-right">
              {revoked_at === null ? (
                <ConfirmButton
                  label="Revoke"
                  about={`the key ${isolated(label)}`}
                  title={`Revoke ${isolated(label)}?`}
                  description="Requests with this key are refused immediately. This cannot be undone."
                  confirm="Revoke key"
                  action={endKey}
                  given={[id]}
                  said={`${isolated(label)} revoked`}
                />
              ) : (
                <Badge>Revoked</Badge>
              )}
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
