"use client";

import { useSyncExternalStore } from "react";
import type { Connection } from "./live-hooks.ts";
import { Alert, Button, TextLink } from "#src/web/components/ui/elements.tsx";

const lights = {
  open: { text: "Live", look: "bg-positive" },
  connecting: { text: "Connecting", look: "bg-line-strong" },
  lost: { text: "Reconnecting", look: "bg-warning" },
  offline: { text: "Offline", look: "bg-warning" },
  ended: { text: "Not live", look: "bg-line-strong" },
} as const;

interface Props {
  readonly connection: Connection;
  /** Said when the stream is closed to the reader, and where to come back to after signing in. */
  readonly refused: string;
  readonly page: string;
}

/** Whether a page hears what happens as it happens. */
export function ConnectionLight({ connection, refused, page }: Props) {
  // A stream may hold for a while where the network is gone.
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  if (connection === "signed-out")
    return (
      <TextLink href={`/sign-in?next=${page}`} className="text-sm">
        {refused}
      </TextLink>
    );
  const { text, look } = isOnline || connection === "ended" ? lights[connection] : lights.offline;
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      <span aria-hidden className={`size-2 rounded-full ${look}`} />
      {text}
    </span>
  );
}

/** What the page of a run says where it no longer hears of it. */
export function LostConnection({ connection, over }: { connection: Connection; over: boolean }) {
  if (over) return null;
  if (connection === "signed-out")
    return (
      <Alert tone="warning" title="You are signed out">
        The run continues.{" "}
        <Button variant="link" onClick={() => window.location.reload()}>
          Sign in again
        </Button>{" "}
        to follow it.
      </Alert>
    );
  if (connection === "lost")
    return (
      <Alert tone="warning" title="The connection is interrupted">
        The run continues, and this page updates when the connection is back.
      </Alert>
    );
  return null;
}

function watchNetwork(changed: () => void): () => void {
  for (const name of ["online", "offline"]) addEventListener(name, changed);
  return () => {
    for (const name of ["online", "offline"]) removeEventListener(name, changed);
  };
}
