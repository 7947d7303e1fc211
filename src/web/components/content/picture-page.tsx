import type { ReactNode } from "react";

/** The paper of a picture for links, with our name and what it is of. Its styles are those that Satori knows. */
export function PicturePage({ about, padding, children }: { about: string; padding: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding,
        background: "#fafaf8",
        color: "#17191c",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 18, fontSize: 30, color: "#55595f" }}>
        <div style={{ display: "flex", width: 14, height: 44, background: "#0b5a8a" }} />
        <div style={{ display: "flex", color: "#17191c" }}>Conclave</div>
        <div style={{ display: "flex" }}>{about}</div>
      </div>
      {children}
    </div>
  );
}
