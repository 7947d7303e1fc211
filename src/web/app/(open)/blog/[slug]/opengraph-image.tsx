import { notFound } from "next/navigation";
import { findPost } from "#src/product/content/library.ts";
import { sharePicture, sharePictureSize } from "#src/web/components/content/pictures.tsx";

export const size = sharePictureSize;
export const contentType = "image/png";
export const alt = "The title of a Conclave blog post";

export default async function Picture({ params }: { params: Promise<{ readonly slug: string }> }) {
  const found = findPost((await params).slug);
  if (found === null) notFound();
  return sharePicture({ ...found.document, kind: "Blog" });
}
