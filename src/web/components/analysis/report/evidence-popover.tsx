"use client";

import {
  createContext,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import type { ShownEvidence } from "#src/contract/run/evidence.ts";
import { showOnChart } from "#src/web/components/charts/show-on-chart.ts";

export interface EvidenceFilter {
  readonly text: string;
  /** The letter of the ids, or nothing for all. */
  readonly kind: string;
  readonly use: "all" | "cited";
}

const noFilter: EvidenceFilter = { text: "", kind: "", use: "all" };

/** What the table of evidence shows, and how to change that. */
export const FilterContext = createContext<readonly [EvidenceFilter, (filter: EvidenceFilter) => void]>([
  noFilter,
  () => {},
]);

type ProviderProps = Omit<Props, "reveal">;

/** Around a report: its links open their evidence, and its table can be told what to show. */
export function EvidenceProvider({ evidence, knownBy, onChart, children }: ProviderProps) {
  const [filter, setFilter] = useState<EvidenceFilter>(noFilter);
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null);
  const reveal = useCallback((id: string) => {
    setFilter(noFilter);
    setWanted({ id });
  }, []);
  useEffect(() => {
    if (wanted === null) return;
    // After the table has drawn the line.
    const row = document.getElementById(wanted.id);
    for (let box = row?.closest("details"); box != null; box = box.parentElement?.closest("details")) box.open = true;
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <FilterContext value={[filter, setFilter]}>
      <EvidencePopover evidence={evidence} knownBy={knownBy} onChart={onChart} reveal={reveal}>
        {children}
      </EvidencePopover>
    </FilterContext>
  );
}

interface Opened {
  readonly link: HTMLAnchorElement;
  readonly figure: string | null;
  readonly basis: string | null;
  readonly items: readonly ShownEvidence[];
}

interface Props {
  readonly evidence: readonly ShownEvidence[];
  /** By when all of it was public; `null` where the run found no market. */
  readonly knownBy: string | null;
  /** Ids of those that have a place on the report's chart. */
  readonly onChart: readonly string[];
  /** Brings a line of the table into view, also when the table's filter hides it. */
  readonly reveal: (id: string) => void;
  readonly children: ReactNode;
}

/**
 * Shows what a number or an `[M3]` rests on beside it, for every such link inside: one of the browser's own popovers,
 * which Escape and a click beside it close. The links lead to the table by themselves, so without a script, or with a
 * modifier key, they still work.
 */
function EvidencePopover({ evidence, knownBy, onChart, reveal, children }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const panel = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (opened === null || panel.current === null) return;
    // It goes back to the link when it closes, if that has it now; not every browser gives it to a link that is clicked.
    opened.link.focus({ preventScroll: true });
    placeInView(panel.current);
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
  // The value is shown once, also where a computation reads it twice.
  const inputs = opened?.basis == null || opened.items.length < 2 ? null : opened.items;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside are what is pressed, by mouse or by key
    <div onClick={onClick} onKeyDown={stepThroughLinks} className="contents">
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
              Evidence for <strong className="font-semibold text-ink">{opened.figure}</strong>
              {opened.basis === null ? "" : ":"}
              {opened.basis === null ? null : <code className="ml-1 font-mono text-ink">{opened.basis}</code>}
            </p>
          )}
          {inputs === null ? null : (
            <p className="text-xs text-muted tabular-nums">
              {inputs.map(({ id, value, short }) => `${id} = ${short ?? value ?? "text"}`).join(" · ")}
            </p>
          )}
          {opened?.items.map((item) => (
            <Piece
              key={item.id}
              item={item}
              knownBy={knownBy}
              onShow={() => {
                panel.current?.hidePopover();
                reveal(item.id);
              }}
              onChart={
                onChart.includes(item.id)
                  ? () => {
                      panel.current?.hidePopover();
                      showOnChart(item.id);
                    }
                  : null
              }
            />
          ))}
        </div>
      </dialog>
    </div>
  );
}

/** A statement is one stop of the Tab key: the arrow keys go through its links. */
function stepThroughLinks(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".prose a[href^='#']") : null;
  if (step === undefined || link === null) return;
  const links = [...(link.closest("div.prose, span.prose")?.querySelectorAll<HTMLAnchorElement>("a[href^='#']") ?? [])];
  const next = links[links.indexOf(link) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface PieceProps {
  readonly item: ShownEvidence;
  readonly knownBy: string | null;
  readonly onShow: () => void;
  /** `null`: it has no place on a chart. */
  readonly onChart: (() => void) | null;
}

/** What the day of a piece of evidence is: of an item that somebody wrote it is also when the public had it. */
function dayOf({ id, value }: ShownEvidence): string {
  if (value === null) return "Published";
  if (id.startsWith("F")) return "Period end";
  return id.startsWith("M") ? "Session" : "Date";
}

const action =
  "w-fit rounded-sm text-xs text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

/** When the public had it: of a filing to the minute, else at the latest at the run's own instant. */
function Available({ item, knownBy }: Pick<PieceProps, "item" | "knownBy">) {
  if (dayOf(item) === "Published") return null;
  const [term, time] = item.availableAt === undefined ? ["Public by", knownBy] : ["Filing public", item.availableAt];
  if (time === null) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>{time}</dd>
    </>
  );
}

function Piece({ item, knownBy, onShow, onChart }: PieceProps) {
  return (
    <div className="grid gap-1 border-t pt-3 first:border-t-0 first:pt-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium">{item.label}</span>
        <span className="font-mono text-xs text-muted">{item.id}</span>
      </p>
      <p className="line-clamp-6 text-sm tabular-nums">
        {item.short === undefined ? null : `${item.short} = `}
        {item.value ?? item.text}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-muted [&_dd]:[overflow-wrap:anywhere]">
        {item.formula === null ? null : (
          <>
            <dt>Formula</dt>
            <dd>{item.formula}</dd>
          </>
        )}
        <dt>{dayOf(item)}</dt>
        <dd>{item.at}</dd>
        <dt>Source</dt>
        <dd>{item.source}</dd>
        <Available item={item} knownBy={knownBy} />
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <button type="button" onClick={onShow} className={action}>
          Show in the table
        </button>
        {onChart === null ? null : (
          <button type="button" onClick={onChart} className={action}>
            Show on the chart
          </button>
        )}
      </p>
    </div>
  );
}

const gap = 6;
const margin = 8;

/**
 * Puts a popover that is about to open where the reader is: what the browser focuses in a dialog it also scrolls to,
 * and the page would be gone from under the link.
 */
function placeInView(panel: HTMLElement): void {
  panel.style.top = `${scrollY}px`;
  panel.style.maxHeight = `${document.documentElement.clientHeight}px`;
}

/** Puts an open popover below an element, or above it where more of it fits there; it then scrolls with the page. */
function placeBeside(panel: HTMLElement, element: Element): void {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom - gap - margin;
  const above = top - gap - margin;
  panel.style.maxHeight = "";
  const up = panel.offsetHeight > below && above > below;
  panel.style.maxHeight = `${Math.max(up ? above : below, 120)}px`;
  const middle = (left + right - panel.offsetWidth) / 2;
  const most = clientWidth - panel.offsetWidth - margin;
  panel.style.left = `${scrollX + Math.max(margin, Math.min(middle, most))}px`;
  panel.scrollTop = 0;
  panel.style.top = `${scrollY + (up ? top - gap - panel.offsetHeight : bottom + gap)}px`;
}
