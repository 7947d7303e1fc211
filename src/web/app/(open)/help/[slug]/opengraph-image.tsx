import { notFound } from "next/navigation";
import { findArticle } from "#src/product/content/library.ts";
import { sharePicture, sharePictureSize } from "#src/web/components/content/pictures.tsx";

export const size = sharePictureSize;
export const contentType = "image/png";
export const alt = "The title of a Conclave help article";

export default async function Picture({ params }: { params: Promise<{ readonly slug: string }> }) {
  const found = findArticle((await params).slug);
  if (found === null) notFound();
  return sharePicture({ ...found.document, kind: "Help" });
}
