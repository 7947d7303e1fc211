"use client";

import { useEffect, useRef } from "react";

/** For a button that is pressed before the page is alive: the press counts once it is. Goes with `data-early=""`. */
export function useEarlyPress() {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = ref.current;
    if (button?.dataset["early"] !== "pressed") {
      button?.removeAttribute("data-early");
      return undefined;
    }
    // A press that woke the button arrives by itself, right after this.
    const forget = (): void => button.removeAttribute("data-early");
    button.addEventListener("click", forget, { once: true });
    const timer = setTimeout(() => {
      if (button.dataset["early"] === "pressed") button.click();
    });
    return () => {
      clearTimeout(timer);
      button.removeEventListener("click", forget);
    };
  }, []);
  return ref;
}
