"use client";

import { Button } from "#src/web/components/ui/elements.tsx";
import { Form } from "#src/web/components/ui/form.tsx";

/** Sent by the browser itself: whoever has the link need not be signed in. */
export function StopForm({ token }: { token: string }) {
  return (
    <Form to={{ action: `/api/unsubscribe/${encodeURIComponent(token)}`, onSubmit: () => {} }}>
      <Button type="submit">Unsubscribe</Button>
    </Form>
  );
}
