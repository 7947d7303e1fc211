"use client";

import { useEffect, useRef, useState } from "react";

export interface StreamedEvent {
  readonly type: string;
  /** The event's data, as JSON. */
  readonly data: string;
}

/** `signed-out`: the session has ended. `ended`: the stream told its last event. */
export type Connection = "connecting" | "open" | "lost" | "signed-out" | "ended";

const firstPauseMs = 1000;
const longestPauseMs = 20_000;

/**
 * Follows an event stream of this site with the session's cookie. The browser comes back by itself with the last id
 * after a broken connection; where it gives up (the server refused, a proxy answered), this does, from `after()` on.
 * @param url `null` follows nothing; @param types the events to hear
 * @param after the id of the last event heard; @param probe an address that tells by its status why a stream is refused
 * @param onEvent `reset`: what was heard is void, all is told anew. @returns whether the stream goes on
 */
export function useEvents({ url, probe, types, after, onEvent }: UseEvents): Connection {
  const [connection, setConnection] = useState<Connection>("connecting");
  const heard = useRef(onEvent);
  const seen = useRef(after);
  useEffect(() => {
    heard.current = onEvent;
    seen.current = after;
  });
  useEffect(() => {
    if (url === null) return undefined;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let closed = false;
    const close = (): void => {
      closed = true;
      clearTimeout(timer);
      source?.close();
    };
    const again = async (): Promise<void> => {
      setConnection("lost");
      const status = await statusOf(probe);
      if (closed) return;
      if (status === 401 || status === 403 || status === 404) return setConnection("signed-out");
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    };
    const open = (): void => {
      source = new EventSource(`${url}?after=${seen.current()}`);
      source.addEventListener("open", () => {
        pauseMs = firstPauseMs;
        setConnection("open");
      });
      source.addEventListener("error", () => {
        if (source?.readyState === EventSource.CLOSED) void again();
        else setConnection("lost");
      });
      for (const type of types)
        source.addEventListener(type, (event: MessageEvent<string>) => {
          if (heard.current({ type, data: event.data })) return;
          setConnection("ended");
          close();
        });
    };
    open();
    return close;
  }, [url, probe, types]);
  return connection;
}

interface UseEvents {
  readonly url: string | null;
  readonly probe: string;
  /** The same array each time. */
  readonly types: readonly string[];
  readonly after: () => number;
  readonly onEvent: (event: StreamedEvent) => boolean;
}

/** `null` when nothing answers. */
async function statusOf(address: string): Promise<number | null> {
  try {
    return (await fetch(address, { method: "HEAD", cache: "no-store" })).status;
  } catch {
    // Away from the network, or the server is: it is tried again.
    return null;
  }
}
