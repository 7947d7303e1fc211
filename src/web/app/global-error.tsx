"use client";

/** Stands in when even the frame around the pages breaks, so it needs nothing of ours. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Conclave could not show this page</h1>
          <p>The fault is on our side and has been logged.</p>
          <button type="button" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
