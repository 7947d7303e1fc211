"use client";

import { useState } from "react";
import { Scope } from "#src/contract/plans.ts";
import { isolated } from "#src/core/isolated.ts";
import { disconnectApp } from "#src/web/actions/keys.ts";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

interface ConnectionView {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly connectedAt: string;
  readonly lastUsedAt: string | null;
  readonly webhooks: readonly string[];
}

export function ConnectionTable({ connections }: { connections: readonly ConnectionView[] }) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  return (
    <Table aria-label="Connected apps">
      <THead>
        <TR>
          <TH>App</TH>
          <TH>Permissions</TH>
          <TH>Connected</TH>
          <TH>Last used</TH>
          <TH>
            <span className="sr-only">Disconnect</span>
          </TH>
        </TR>
      </THead>
      <TBody>
        {connections.map((connection) => {
          const { id, scopes, connectedAt, lastUsedAt, webhooks } = connection;
          const name = connection.name ?? "An app without a name";
          return (
            <TR key={id}>
              <TD className="max-w-56 min-w-28 font-medium wrap-anywhere">
                {name}
                {webhooks.length === 0 ? null : (
                  <p className="text-xs font-normal text-muted">Made {isolated(webhooks.join(", "))}</p>
                )}
              </TD>
              <TD className="min-w-44 text-xs">
                {Scope.options.every((scope) => scopes.includes(scope)) ? "All" : scopes.join(", ")}
              </TD>
              <TD className="whitespace-nowrap">
                <Time at={connectedAt} format="date" />
              </TD>
              <TD className="whitespace-nowrap">{lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />}</TD>
              <TD className="text-right">
                <ConfirmButton
                  label="Disconnect"
                  about={name}
                  title={`Disconnect ${isolated(name)}?`}
                  description="Its requests are refused immediately. To use it again, connect it again from the app."
                  confirm="Disconnect"
                  action={disconnectApp}
                  given={[id, kept.has(id)]}
                  said={`${isolated(name)} disconnected`}
                >
                  {webhooks.length === 0 ? null : (
                    <Checkbox
                      label="Keep the webhooks it made"
                      hint={isolated(webhooks.join(", "))}
                      checked={kept.has(id)}
                      onCheckedChange={(keep) =>
                        setKept((before) => new Set(keep ? [...before, id] : [...before].filter((one) => one !== id)))
                      }
                    />
                  )}
                </ConfirmButton>
              </TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}
