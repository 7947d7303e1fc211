"use client";

/** Stands in when even the frame around the pages breaks, so it needs nothing of ours. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong</h1>
          <p>This page could not be loaded because of an error on our side, which has been logged.</p>
          <button type="button" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
