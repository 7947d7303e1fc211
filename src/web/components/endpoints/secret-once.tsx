import { Alert } from "#src/web/components/ui/alert.tsx";
import { CopyableCode } from "#src/web/components/ui/copyable-code.tsx";

/** A signing secret, which is nowhere else. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Alert tone="warning" title={title}>
      <div className="mt-2">
        <CopyableCode text={secret} label="Copy secret" />
      </div>
    </Alert>
  );
}
