"use client";

import { Alert } from "#src/web/components/ui/elements.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";

/** Shown once: only their encryption is kept. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <Alert tone="warning" title="Save these backup codes now. They will not be shown again">
        Use a code when you cannot use your app. Each code works once.
      </Alert>
      <ul className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 rounded-md border bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label="Copy all" className="justify-self-start" />
    </div>
  );
}
