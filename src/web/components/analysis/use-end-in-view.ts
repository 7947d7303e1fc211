import { useEffect, useRef, type RefObject, type UIEvent } from "react";

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
