import { PageSkeleton } from "#src/web/components/ui/page-skeleton.tsx";

export default function Loading() {
  return <PageSkeleton />;
}
