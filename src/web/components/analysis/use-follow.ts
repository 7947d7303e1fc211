"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";

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
