import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "#src/web/components/ui/button.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="main" className="mx-auto grid min-h-[70dvh] max-w-md content-center justify-items-start gap-4 px-5">
      <p className="font-mono text-xs text-muted">404</p>
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-muted">
        Check the address. The page may have been removed, or it may belong to another account.
      </p>
      <Button asChild variant="secondary">
        <Link href="/">Go to the home page</Link>
      </Button>
    </main>
  );
}
