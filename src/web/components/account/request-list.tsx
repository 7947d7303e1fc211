import type { AdminRequest } from "#src/contract/admin.ts";
import { decide } from "#src/web/actions/admin.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";

/** What waits for a second administrator. */
export function RequestList({ requests }: { requests: readonly AdminRequest[] }) {
  return (
    <ul className="grid gap-5">
      {requests.map((request) => (
        <li key={request.id} className="grid gap-2 text-sm">
          <p className="wrap-anywhere">
            <TextLink href={`/admin/accounts/${encodeURIComponent(request.account)}`} quiet className="font-medium">
              <bdi>{request.what}</bdi>
            </TextLink>
            : <bdi>{request.reason}</bdi>
          </p>
          <p className="text-xs text-muted wrap-anywhere">
            {request.own ? "Requested by you" : `Requested by ${request.askedBy}`} · expires{" "}
            <Time at={request.expiresAt} />
          </p>
          <Decisions request={request} />
        </li>
      ))}
    </ul>
  );
}

function Decisions({ request: { id, own, what } }: { request: AdminRequest }) {
  return (
    <div className="flex flex-wrap gap-3">
      {own ? null : <Decision request={id} what={what} decision="approve" label="Approve" variant="primary" />}
      <Decision request={id} what={what} decision="decline" label={own ? "Withdraw" : "Decline"} variant="secondary" />
    </div>
  );
}

interface DecisionProps {
  readonly request: string;
  readonly what: string;
  readonly decision: "approve" | "decline";
  readonly label: string;
  readonly variant: "primary" | "secondary";
}

function Decision({ request, what, decision, label, variant }: DecisionProps) {
  return (
    <ActionForm action={decide} hidden={{ request, decision }} said="Decision recorded" className="gap-3">
      <Submit variant={variant} size="sm" wide aria-label={`${label}: ${what}`}>
        {label}
      </Submit>
    </ActionForm>
  );
}
