"use client";

import { useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { placeBeside } from "./place-beside.ts";
import { useReveal } from "./reveal.ts";
import type { ShownEvidence } from "./shown-evidence.ts";

interface Opened {
  readonly link: HTMLAnchorElement;
  readonly figure: string | null;
  readonly basis: string | null;
  readonly items: readonly ShownEvidence[];
}

/**
 * Shows what a number or an `[M3]` rests on beside it, for every such link inside: one of the browser's own popovers,
 * which Escape and a click beside it close. The links lead to the table by themselves, so without a script, or with a
 * modifier key, they still work.
 */
export function EvidencePopover({ evidence, children }: { evidence: readonly ShownEvidence[]; children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const reveal = useReveal();
  useLayoutEffect(() => {
    if (opened === null || panel.current === null) return;
    // It goes back to the link when it closes, if that has it now; not every browser gives it to a link that is clicked.
    opened.link.focus({ preventScroll: true });
    panel.current.showPopover();
    placeBeside(panel.current, opened.link);
    panel.current.querySelector("button")?.focus({ preventScroll: true });
  }, [opened]);
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".prose a[href^='#']") : null;
    if (link === null) return;
    const ids = (link.dataset["evidence"] ?? link.hash.slice(1)).split(" ");
    const items = evidence.filter(({ id }) => ids.includes(id));
    if (items.length === 0) return;
    event.preventDefault();
    const isFigure = link.classList.contains("figure");
    setOpened({ link, items, figure: isFigure ? link.textContent : null, basis: link.dataset["basis"] ?? null });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are what is pressed, by mouse or by key
    <div onClick={onClick} className="contents">
      {children}
      <dialog
        ref={panel}
        popover="auto"
        aria-label="Evidence"
        className="absolute inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-lg border bg-surface p-4 text-sm text-ink shadow-raised"
      >
        <div className="grid gap-3">
          {opened?.figure == null ? null : (
            <p className="text-xs text-muted">
              What <strong className="font-semibold text-ink">{opened.figure}</strong> rests on
              {opened.basis === null ? "" : ":"}
              {opened.basis === null ? null : <code className="ml-1 font-mono text-ink">{opened.basis}</code>}
            </p>
          )}
          {opened?.items.map((item) => (
            <Piece
              key={item.id}
              item={item}
              onShow={() => {
                panel.current?.hidePopover();
                reveal(item.id);
              }}
            />
          ))}
        </div>
      </dialog>
    </div>
  );
}

function Piece({ item, onShow }: { item: ShownEvidence; onShow: () => void }) {
  return (
    <div className="grid gap-1 border-t pt-3 first:border-t-0 first:pt-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium">{item.label}</span>
        <span className="font-mono text-xs text-muted">{item.id}</span>
      </p>
      <p className="line-clamp-6 text-sm tabular-nums">{item.value ?? item.text}</p>
      {item.formula === null ? null : <p className="text-xs text-muted">{item.formula}</p>}
      <p className="text-xs text-muted">
        {item.at} · {item.source}
      </p>
      <button
        type="button"
        onClick={onShow}
        className="w-fit rounded-sm text-xs text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
      >
        Show in the table
      </button>
    </div>
  );
}
