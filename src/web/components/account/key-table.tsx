"use client";

import { useRouter } from "next/navigation";
import { endKey } from "#src/web/actions/keys.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { ConfirmButton } from "./confirm-button.tsx";

interface ShownKey {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

const scopeNames: Readonly<Record<string, string>> = { "analyses:read": "read", "analyses:write": "start and cancel" };

export function KeyTable({ keys }: { keys: readonly ShownKey[] }) {
  const router = useRouter();
  const show = useToast();
  return (
    <Table aria-label="API keys">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Key</TH>
          <TH>May</TH>
          <TH>Created</TH>
          <TH>Last used</TH>
          <TH>
            <span className="sr-only">Revoke</span>
          </TH>
        </TR>
      </THead>
      <TBody>
        {keys.map(({ id, label, prefix, scopes, created_at, last_used_at, revoked_at }) => (
          <TR key={id} className={revoked_at === null ? undefined : "text-muted"}>
            <TD className="max-w-56 min-w-28 font-medium wrap-anywhere">{label}</TD>
            <TD className="font-mono text-xs whitespace-nowrap">{prefix}…</TD>
            <TD className="whitespace-nowrap">{scopes.map((scope) => scopeNames[scope] ?? scope).join(", ")}</TD>
            <TD className="whitespace-nowrap">
              <Time at={created_at} format="date" />
            </TD>
            <TD className="whitespace-nowrap">{last_used_at === null ? "never" : <Time at={last_used_at} />}</TD>
            <TD className="text-right">
              {revoked_at === null ? (
                <ConfirmButton
                  label="Revoke"
                  about={`the key ${label}`}
                  title={`Revoke ${label}?`}
                  description="The next request with it is refused. It cannot be brought back."
                  confirm="Revoke key"
                  act={() => endKey(id)}
                  done={() => {
                    show({ title: `${label} is revoked`, tone: "positive" });
                    router.refresh();
                  }}
                />
              ) : (
                <Badge>revoked</Badge>
              )}
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
