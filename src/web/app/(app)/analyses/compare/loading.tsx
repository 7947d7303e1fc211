export { PageSkeleton as default } from "#src/web/components/ui/page-skeleton.tsx";
