import { ImageResponse } from "next/og";
import { PicturePage } from "./picture-page.tsx";

export const sharePictureSize = { width: 1200, height: 630 };

/** What a link to a text shows where it is shared: its title on paper. */
export function sharePicture({
  kind,
  title,
  summary,
}: {
  kind: string;
  title: string;
  summary: string;
}): ImageResponse {
  return new ImageResponse(
    <PicturePage about={kind} padding="72px 80px">
      <div style={{ display: "flex", flexDirection: "column", gap: 28 }}>
        <div style={{ display: "flex", fontSize: title.length > 42 ? 60 : 72, lineHeight: 1.12, letterSpacing: -1.5 }}>
          {title}
        </div>
        <div style={{ display: "flex", fontSize: 30, lineHeight: 1.4, color: "#55595f" }}>{summary}</div>
      </div>
    </PicturePage>,
    sharePictureSize,
  );
}
