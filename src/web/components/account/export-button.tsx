"use client";

import { Download } from "lucide-react";
import { exportAccount } from "#src/web/actions/account.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FormError } from "./form-error.tsx";
import { useAct } from "./use-act.ts";

/** Makes the file in the browser: it is made for the viewer alone and stands at no address. */
export function ExportButton() {
  const { pending, message, act } = useAct(exportAccount, (json) => {
    const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "conclave-account.json" });
    link.click();
    URL.revokeObjectURL(url);
  });
  return (
    <div className="grid justify-items-start gap-3">
      <FormError message={message} />
      <Button variant="secondary" pending={pending} onClick={() => act()}>
        {pending ? null : <Download aria-hidden />} Download my data
      </Button>
    </div>
  );
}
