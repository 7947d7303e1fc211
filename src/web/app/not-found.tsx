import type { Metadata } from "next";
import Text from "./(app)/not-found.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="main" className="mx-auto grid min-h-[70dvh] max-w-md content-center px-5">
      <Text />
    </main>
  );
}
