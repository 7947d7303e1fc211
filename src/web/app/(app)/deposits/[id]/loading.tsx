export { PageSkeleton as default } from "#src/web/components/ui/page-parts.tsx";
