import { Skeleton } from "./skeleton.tsx";

/** Stands where a page will be while the server reads what it shows. */
export function PageSkeleton() {
  return (
    <div className="grid gap-6">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-44" />
      <Skeleton className="h-80" />
    </div>
  );
}
