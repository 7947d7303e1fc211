"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { backtestLimits } from "#src/contract/backtests/backtests.ts";
import { uploadBacktestFile } from "#src/web/actions/backtests.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

const mb = backtestLimits.uploadBytes / 1_048_576;

/** For a result that the command line made, with a language model for instance. */
export function UploadForm() {
  const router = useRouter();
  const { pending, form } = useActionForm(
    uploadBacktestFile,
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
    <Form to={form} beside={["result"]}>
      <TextField
        label="result.json"
        hint={
          <>
            As <code>conclave backtest</code> writes it, up to {mb} MB. The file is displayed, not verified.
          </>
        }
        type="file"
        name="result"
        accept=".json,application/json"
        required
        inputClassName="h-auto py-2"
      />
      <Submit variant="secondary">{pending ? null : <Upload aria-hidden />} Upload result</Submit>
    </Form>
  );
}
