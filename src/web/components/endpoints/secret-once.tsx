import { Alert } from "#src/web/components/ui/elements.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";

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
