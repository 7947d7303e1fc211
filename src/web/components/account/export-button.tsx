"use client";

import { Download } from "lucide-react";
import { exportAccount } from "#src/web/actions/account.ts";
import { ActionButton } from "#src/web/components/ui/form.tsx";

/** Makes the file in the browser: it is made for the viewer alone and stands at no address. */
export function ExportButton() {
  const save = (json: string): void => {
    const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "conclave-account.json" });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <ActionButton action={exportAccount} given={[]} done={save} icon={<Download aria-hidden />}>
        Download my data
      </ActionButton>
    </div>
  );
}
