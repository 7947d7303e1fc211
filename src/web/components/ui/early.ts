"use client";

import { useEffect, useRef, type RefObject, useSyncExternalStore } from "react";

/**
 * Tells React of what was typed or chosen before the page came alive. React holds a controlled field at what the server
 * wrote, and would put that back with the next change.
 * @param value what React holds; `undefined` for a field that keeps its value itself
 * @param given the field's own reference, where its owner has one
 */
export function useEarlyInput<E extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
  value: unknown,
  given?: RefObject<E | null>,
) {
  const own = useRef<E>(null);
  const ref = given ?? own;
  const first = useRef(value);
  useEffect(() => {
    const field = ref.current;
    const held = String(first.current);
    if (field === null || first.current === undefined || field.value === held) return;
    const typed = field.value;
    // React compares with the last value that was set on the element itself: set past it, so that it sees a change.
    field.value = held;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }, [ref]);
  return ref;
}

/** The same for a box or a radio button. */
export function useEarlyTick(checked: boolean | undefined) {
  const ref = useRef<HTMLInputElement>(null);
  const first = useRef(checked);
  useEffect(() => {
    const box = ref.current;
    const held = first.current;
    if (box === null || held === undefined || box.checked === held) return;
    // Of radio buttons only the chosen one speaks.
    if (box.type === "radio" && !box.checked) return;
    box.checked = held;
    box.click();
  }, []);
  return ref;
}

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

const never = () => () => undefined;

/** False on the server and while the page comes alive, true afterwards: what only the browser knows waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
