import { ImageResponse } from "next/og";

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
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: "72px 80px",
        background: "#fafaf8",
        color: "#17191c",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 18, fontSize: 30, color: "#55595f" }}>
        <div style={{ display: "flex", width: 14, height: 44, background: "#0b5a8a" }} />
        <div style={{ display: "flex", color: "#17191c" }}>Conclave</div>
        <div style={{ display: "flex" }}>{kind}</div>
      </div>
      <div style={{ display: "flex", flexDirection: "column", gap: 28 }}>
        <div style={{ display: "flex", fontSize: title.length > 42 ? 60 : 72, lineHeight: 1.12, letterSpacing: -1.5 }}>
          {title}
        </div>
        <div style={{ display: "flex", fontSize: 30, lineHeight: 1.4, color: "#55595f" }}>{summary}</div>
      </div>
    </div>,
    sharePictureSize,
  );
}
