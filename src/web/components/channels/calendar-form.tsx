"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { endCalendar, makeCalendar } from "#src/web/actions/channels.ts";
import { Alert } from "#src/web/components/ui/elements.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";
import { FailureAlert, Form, Submit } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

/** The new address is shown here and nowhere else; it goes with the page. */
export function CalendarForm({ has }: { has: boolean }) {
  const router = useRouter();
  const [made, setMade] = useState<string | undefined>(undefined);
  const make = useActionForm(makeCalendar, (url) => {
    setMade(url);
    router.refresh();
  });
  const end = useActionForm(endCalendar, () => {
    setMade(undefined);
    router.refresh();
  });
  const address = made ?? make.posted;
  return (
    <div className="grid gap-4">
      {address === undefined || !has ? null : (
        <Alert tone="warning" title="Copy the address now. It will not be shown again">
          <div className="mt-2">
            <CopyableCode text={address} label="Copy address" />
          </div>
        </Alert>
      )}
      <FailureAlert failure={make.errorBeside([])} title="The address was not created" />
      <FailureAlert failure={end.errorBeside([])} title="The address was not revoked" />
      <div className="flex flex-wrap gap-3">
        <Form to={make.form}>
          <Submit wide variant="secondary" size="sm">
            {has ? "Replace address" : "Create address"}
          </Submit>
        </Form>
        {has ? (
          <Form to={end.form}>
            <Submit wide variant="danger" size="sm">
              Revoke address
            </Submit>
          </Form>
        ) : null}
      </div>
    </div>
  );
}
