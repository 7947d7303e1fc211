import { Alert } from "#src/web/components/ui/alert.tsx";

/** What stopped a form, where it is about none of its fields. */
export function FormError({ message, title = "That did not work" }: { message: string | null; title?: string }) {
  if (message === null) return null;
  return (
    <Alert tone="negative" title={title}>
      {message}
    </Alert>
  );
}
