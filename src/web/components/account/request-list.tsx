"use client";

import type { AdminRequest } from "#src/contract/admin.ts";
import { decide } from "#src/web/actions/admin.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAnnounce } from "#src/web/components/ui/toast.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

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
  const announce = useAnnounce();
  const { form } = useActionForm(decide, () => {
    announce("Decision recorded");
  });
  return (
    <Form to={form} beside={[]} hidden={{ request, decision }} className="gap-3">
      <Submit wide variant={variant} size="sm" aria-label={`${label}: ${what}`}>
        {label}
      </Submit>
    </Form>
  );
}
