"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { AdminRequest } from "#src/contract/admin.ts";
import { decide } from "#src/web/actions/admin.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useSubmit } from "./use-submit.ts";

/** What waits for a second administrator. */
export function RequestList({ requests }: { requests: readonly AdminRequest[] }) {
  return (
    <ul className="grid gap-5">
      {requests.map((request) => (
        <li key={request.id} className="grid gap-2 text-sm">
          <p className="wrap-anywhere">
            <Link
              href={`/admin/accounts/${encodeURIComponent(request.account)}`}
              className="font-medium underline-offset-4 hover:underline"
            >
              {request.what}
            </Link>
            : {request.reason}
          </p>
          <p className="text-xs text-muted wrap-anywhere">
            {request.own ? "You asked for it" : `${request.askedBy} asks for it`} · until{" "}
            <Time at={request.expiresAt} />
          </p>
          <Decision request={request} />
        </li>
      ))}
    </ul>
  );
}

function Decision({ request: { id, own, what } }: { request: AdminRequest }) {
  const router = useRouter();
  const show = useToast();
  const { pending, form, errorBeside } = useSubmit(decide, () => {
    show({ title: "Decided", tone: "positive" });
    router.refresh();
  });
  const declineLabel = own ? "Take back" : "Decline";
  return (
    <div className="grid gap-3">
      <FormError message={errorBeside([])} />
      <div className="flex flex-wrap gap-3">
        {own ? null : (
          <Form to={form}>
            <input type="hidden" name="request" value={id} />
            <input type="hidden" name="decision" value="approve" />
            <Button type="submit" size="sm" pending={pending} aria-label={`Approve: ${what}`}>
              Approve
            </Button>
          </Form>
        )}
        <Form to={form}>
          <input type="hidden" name="request" value={id} />
          <input type="hidden" name="decision" value="decline" />
          <Button type="submit" variant="secondary" size="sm" pending={pending} aria-label={`${declineLabel}: ${what}`}>
            {declineLabel}
          </Button>
        </Form>
      </div>
    </div>
  );
}
