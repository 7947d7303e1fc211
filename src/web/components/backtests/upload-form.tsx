"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { backtestLimits } from "#src/contract/backtests.ts";
import { bringBacktest } from "#src/web/actions/backtests.ts";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";

const mb = backtestLimits.uploadBytes / 1_048_576;

/** For a result that the command line made, with a language model for instance. */
export function UploadForm() {
  const router = useRouter();
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(
    async (fields) => {
      const file = fields.get("result");
      // The server says it too, but a body that is too large never comes so far.
      if (file instanceof File && file.size > backtestLimits.uploadBytes)
        return { ok: false, field: "result", message: `The file is larger than ${mb} MB.` };
      return bringBacktest(fields);
    },
    (id) => router.push(`/backtests/${id}`),
  );
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field
        label="result.json"
        hint={
          <>
            As <code>conclave backtest</code> writes it, up to {mb} MB. It is read and shown, not checked.
          </>
        }
        error={errorOf("result") ?? errorBeside(["result"])}
      >
        <Input type="file" name="result" accept=".json,application/json" required className="h-auto py-2" />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        {pending ? null : <Upload aria-hidden />} Show it here
      </Button>
    </form>
  );
}
