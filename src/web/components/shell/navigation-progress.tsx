"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useEffect, useRef, useState } from "react";
import { useToast } from "#src/web/components/ui/toast.tsx";

/** A page that comes sooner needs no word. */
const quietMs = 150;
/** A press that led nowhere: a dialog asked whether to leave, for instance. */
const longestMs = 15_000;

/**
 * A line at the top while the page behind a pressed link is made. Skeletons stand in for a few pages alone, as a page
 * that is streamed behind one shows nothing without scripts, and the others' forms and texts work without.
 */
export function NavigationProgress() {
  return (
    // Where the address is not known yet, as in an error page, nothing is shown.
    <Suspense fallback={null}>
      <Line />
    </Suspense>
  );
}

function Line() {
  const here = `${usePathname()}?${useSearchParams().toString()}`;
  // The address that was left: it is another one when the page has come.
  const [leaving, setLeaving] = useState<string | null>(null);
  const byKey = useRef(false);
  const before = useRef(here);
  const show = useToast();
  // Whoever followed a link by key goes on reading in the page that has come, not behind the link.
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    if (byKey.current) document.getElementById("main")?.focus({ preventScroll: true });
    byKey.current = false;
  }, [here]);
  // Without a network the router would leave the page for the browser's own error.
  useEffect(() => {
    const hold = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (navigator.onLine || link === null || link.origin !== location.origin || link.hash !== "") return;
      event.preventDefault();
      event.stopPropagation();
      show({ tone: "negative", title: "You are offline", text: "Check your connection, then follow the link again." });
    };
    document.addEventListener("click", hold, true);
    return () => document.removeEventListener("click", hold, true);
  }, [show]);
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = (): void => {
      for (const timer of timers) clearTimeout(timer);
    };
    const press = (event: MouseEvent): void => {
      if (!isLeading(event)) return;
      byKey.current = event.detail === 0;
      stop();
      timers = [setTimeout(() => setLeaving(here), quietMs), setTimeout(() => setLeaving(null), longestMs)];
    };
    document.addEventListener("click", press);
    return () => {
      stop();
      // Whoever comes back to this address is not leaving it.
      setLeaving(null);
      document.removeEventListener("click", press);
    };
  }, [here]);
  if (leaving !== here) return null;
  return (
    <output className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent">
      <span className="sr-only">Loading</span>
    </output>
  );
}

/** Whether the router has taken the press on a link to another page; what the browser follows itself, it shows itself. */
function isLeading(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || !event.defaultPrevented || link.target === "_blank") return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}
