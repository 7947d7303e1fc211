"use client";

import { type ComponentType, type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Instant, systemClock } from "#src/core/clock.ts";
import type { DraftProps } from "./draft.tsx";
import { isSignedIn, useRefresh } from "#src/web/components/ui/refresh.tsx";

/** The time, each second, while `ticking`; `null` before the page is alive. */
export function useNow(ticking: boolean): Instant | null {
  const [now, setNow] = useState<Instant | null>(null);
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = (): void => setNow(systemClock.now());
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [ticking]);
  return now;
}

export type DraftView = ComponentType<DraftProps>;

/** What draws prose, once it is here: it is fetched for those who follow a run, and for nobody else. */
export function useDraft(): DraftView | null {
  const [draft, setDraft] = useState<DraftView | null>(null);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const { Draft } = await import("./draft.tsx");
      if (!gone) setDraft(() => Draft);
    };
    void load();
    return () => {
      gone = true;
    };
  }, []);
  return draft;
}

/** From its end, in pixels, a box counts as being there. */
const nearPx = 24;

/**
 * A box that scrolls and grows: its end stays in view unless somebody has scrolled up.
 * @param length grows with what is in it
 */
export function useEndInView<E extends HTMLElement>(
  length: number,
): { readonly ref: RefObject<E | null>; readonly onScroll: (event: UIEvent<E>) => void } {
  const ref = useRef<E>(null);
  const follows = useRef(true);
  useEffect(() => {
    const box = ref.current;
    if (length > 0 && follows.current && box !== null) box.scrollTop = box.scrollHeight;
  }, [length]);
  return {
    ref,
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
      follows.current = scrollHeight - scrollTop - clientHeight < nearPx;
    },
  };
}

interface StreamedEvent {
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

const scrollingKeys = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

/**
 * Keeps an element in view when another one takes its place, until the reader scrolls. Whoever follows until something
 * else takes the place of the whole is brought to the top of that.
 * @param id of the element that is followed now; `null` follows nothing
 */
export function useFollow(id: string | null): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const stop = (): void => setFollowing(false);
    const onKey = ({ key, target }: KeyboardEvent): void => {
      const types =
        target instanceof HTMLElement && target.closest("input, textarea, select, button, summary") !== null;
      if (scrollingKeys.has(key) && !types) stop();
    };
    // The bar at the edge lies outside the page's own width.
    const onPress = ({ clientX }: PointerEvent): void => {
      if (clientX >= document.documentElement.clientWidth) stop();
    };
    const options = { passive: true } as const;
    window.addEventListener("wheel", stop, options);
    window.addEventListener("touchmove", stop, options);
    window.addEventListener("pointerdown", onPress, options);
    window.addEventListener("keydown", onKey, options);
    return () => {
      window.removeEventListener("wheel", stop);
      window.removeEventListener("touchmove", stop);
      window.removeEventListener("pointerdown", onPress);
      window.removeEventListener("keydown", onKey);
    };
  }, []);
  useEffect(() => {
    if (following && id !== null) bring(id);
  }, [following, id]);
  const isFollowing = useRef(following);
  useLayoutEffect(() => {
    isFollowing.current = following;
  }, [following]);
  useLayoutEffect(
    () => () => {
      if (isFollowing.current) goToTop();
    },
    [],
  );
  return { following, follow: () => setFollowing(true) };
}

export function goToTop(): void {
  window.scrollTo({ top: 0, behavior: "instant" });
}

function bring(id: string): void {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.getElementById(id)?.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

const reloadAfterMs = 5000;

/**
 * Has the server say what an ended run looks like, and loads the page anew where that is not heard.
 * @param beforeLoad where the reader is to be once it is loaded
 */
export function useTurned(ended: boolean, beforeLoad: (() => void) | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!ended) return undefined;
    void refresh();
    // The router can lose a refresh among others on a busy machine, and the page would stay as it is for ever.
    const load = async (): Promise<void> => {
      if (!(await isSignedIn())) return;
      beforeLoad?.();
      window.location.reload();
    };
    const timer = setInterval(() => void load(), reloadAfterMs);
    return () => clearInterval(timer);
  }, [ended, beforeLoad, refresh]);
}
