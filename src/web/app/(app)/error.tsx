"use client";

import { Alert, Button } from "#src/web/components/ui/elements.tsx";

/** A page of the application broke: the navigation around it stays. */
export default function AppError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="grid max-w-xl justify-items-start gap-4">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <Alert tone="negative" title="This page could not be loaded">
        The error has been logged. Try again in a moment. Running analyses are not affected.
        {error.digest === undefined ? null : (
          <p className="mt-1 font-mono text-xs text-muted">Reference for support: {error.digest}</p>
        )}
      </Alert>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
