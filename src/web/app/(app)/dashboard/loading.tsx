import { Skeleton } from "#src/web/components/ui/skeleton.tsx";

export default function Loading() {
  return (
    <div className="grid gap-5">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-8 w-56" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}
