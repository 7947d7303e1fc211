"use client";

import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Badge, classNames } from "#src/web/components/ui/elements.tsx";
import { matching, type Suggestion } from "#src/web/suggestions.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

const shownAtOnce = 40;

interface Props {
  readonly instruments: readonly Suggestion[];
  readonly value: string;
  readonly hint: string;
  readonly error: string | undefined;
  /** The page is this form, and this its first question. */
  readonly first: boolean;
  /** Typed, or chosen from the list. */
  readonly onName: (text: string) => void;
}

/** Text that the list below it helps to type. @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function SymbolField({ instruments, value, hint, error, first, onName }: Props) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const found = matching(instruments, value).slice(0, shownAtOnce);
  const shown = open && found.length > 0;
  const choose = (instrument: Suggestion): void => {
    onName(instrument.symbol);
    setOpen(false);
    setActive(-1);
  };
  const move = (to: number): void => {
    const next = (to + found.length) % found.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = found[active];
    if (event.key === "Escape" && shown) return (event.preventDefault(), setOpen(false));
    if (event.key === "Enter" && shown && chosen !== undefined) return (event.preventDefault(), choose(chosen));
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (found.length === 0) return;
    if (!shown) setOpen(true);
    move(event.key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1);
  };
  return (
    <div className="relative">
      <TextField
        label="Symbol"
        hint={hint}
        error={error}
        name="ticker"
        value={value}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, and one that has a list
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where nothing stands before it
        autoFocus={first && value === ""}
        placeholder={exampleOf(instruments)}
        onChange={({ target }) => {
          onName(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own lists cannot be laid out
        role="listbox"
        aria-label="Available instruments"
        hidden={!shown}
        className="absolute top-17 right-0 left-0 z-20 max-h-72 overflow-y-auto rounded-lg border bg-surface p-1 shadow-raised"
      >
        {found.map((instrument, index) => (
          <Choice
            key={instrument.symbol}
            id={`${listId}-${index}`}
            instrument={instrument}
            isActive={index === active}
            onChoose={() => choose(instrument)}
          />
        ))}
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly instrument: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Choice({ id, instrument, isActive, onChoose }: ChoiceProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Before the text loses the focus and the list closes.
      onMouseDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={classNames(
        "flex min-h-10 cursor-default items-center gap-3 rounded-sm px-2.5 text-sm",
        isActive ? "bg-sunken" : "hover:bg-sunken",
      )}
    >
      <span className="w-18 shrink-0 font-medium">{instrument.symbol}</span>
      <span className="min-w-0 flex-1 truncate text-muted">{instrument.name}</span>
      {instrument.synthetic ? <Badge tone="warning">Synthetic</Badge> : null}
      {instrument.from === null || instrument.to === null ? null : (
        <span className="text-xs whitespace-nowrap text-faint tabular-nums max-sm:hidden">
          {instrument.from.slice(0, 4)} to {instrument.to.slice(0, 4)}
        </span>
      )}
    </div>
  );
}

/** What can be typed here: of a short list, what is on it. */
function exampleOf(instruments: readonly Suggestion[]): string {
  const symbols = instruments.length === 0 ? ["AAPL", "BTC-USD", "^GSPC"] : instruments.map(({ symbol }) => symbol);
  return `${symbols.slice(0, 3).join(", ")}…`;
}
