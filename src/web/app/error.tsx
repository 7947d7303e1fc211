"use client";

import { Button } from "#src/web/components/ui/elements.tsx";

/** What is shown when a page breaks. The cause is in the server's log under the digest. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className="mx-auto grid min-h-[70dvh] max-w-md content-center justify-items-start gap-4 px-5">
      <h1 className="text-2xl font-semibold">Something went wrong</h1>
      <p className="text-muted">
        This page could not be loaded because of an error on our side, which has been logged. Try again in a moment.
        Nothing you entered elsewhere is lost.
      </p>
      <Button onClick={reset}>Try again</Button>
      {error.digest === undefined ? null : (
        <p className="font-mono text-xs text-muted">Reference for support: {error.digest}</p>
      )}
    </main>
  );
}
