import { LinkButton } from "#src/web/components/ui/elements.tsx";

/** Inside the frame of the application, which has the page's main part. */
export default function NotFound() {
  return (
    <div className="grid max-w-md justify-items-start gap-4 py-10">
      <p className="font-mono text-xs text-muted">404</p>
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-muted">
        Check the address. The page may have been removed, or it may belong to another account.
      </p>
      <LinkButton href="/" variant="secondary">
        Go to the home page
      </LinkButton>
    </div>
  );
}
