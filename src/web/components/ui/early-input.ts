"use client";

import { useEffect, useRef } from "react";

/**
 * Tells React of what was typed or chosen before the page came alive. React holds a controlled field at what the server
 * wrote, and would put that back with the next change.
 * @param value what React holds; `undefined` for a field that keeps its value itself
 */
export function useEarlyInput<E extends HTMLInputElement | HTMLSelectElement>(value: unknown) {
  const ref = useRef<E>(null);
  const first = useRef(value);
  useEffect(() => {
    const field = ref.current;
    const held = String(first.current);
    if (field === null || first.current === undefined || field.value === held) return;
    const typed = field.value;
    // React compares with the last value that was set on the element itself: set past it, so that it sees a change.
    field.value = held;
    const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, typed);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }, []);
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
