"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { backtestLimits } from "#src/contract/backtests.ts";
import { bringBacktest } from "#src/web/actions/backtests.ts";
import { useActionForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";

const mb = backtestLimits.uploadBytes / 1_048_576;

/** For a result that the command line made, with a language model for instance. */
export function UploadForm() {
  const router = useRouter();
  const { pending, form, errorOf, errorBeside } = useActionForm(
    bringBacktest,
    (id) => router.push(`/backtests/${id}`),
    // The server says it too, but a body that is too large never comes so far.
    (fields) => {
      const file = fields.get("result");
      return file instanceof File && file.size > backtestLimits.uploadBytes
        ? { ok: false, field: "result", message: `The file is larger than ${mb} MB.` }
        : null;
    },
  );
  return (
    <Form to={form} className="grid gap-4">
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
    </Form>
  );
}
