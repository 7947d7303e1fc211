"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { find, type Found } from "#src/web/actions/find.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#src/web/components/ui/dialog.tsx";
import { send } from "#src/web/components/ui/send.ts";
import { pagesToFind } from "./places.ts";
import { Input } from "#src/web/components/ui/fields.tsx";

interface Hit extends Pick<Found, "href" | "label" | "about"> {
  readonly kind: Found["kind"] | "Pages";
}

const kinds = ["Pages", "Symbols", "Analyses", "Help"] as const;
const pauseMs = 120;
const mostPages = 8;

/** Finds pages, symbols, analyses and help from anywhere: Ctrl+K or ⌘K. */
export function Finder() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener("keydown", toggle);
    return () => removeEventListener("keydown", toggle);
  }, []);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button
          variant="ghost"
          aria-keyshortcuts="Control+K Meta+K"
          className="max-sm:w-9 max-sm:px-0 sm:border sm:border-line sm:text-muted"
        >
          <Search aria-hidden />
          <span className="max-sm:sr-only">Search</span>
          <kbd aria-hidden className="ml-4 font-sans text-2xs text-faint max-md:hidden">
            Ctrl K
          </kbd>
        </Button>
      </DialogTrigger>
      <DialogContent title="Search" className="top-[8vh] max-w-xl translate-y-0 content-start gap-3">
        <Results close={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function Results({ close }: { close: () => void }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const { text, setText, hits, isSettled } = useFound();
  const move = (event: KeyboardEvent): void => {
    const [first] = hits;
    if (event.key === "Enter" && event.target instanceof HTMLInputElement && first !== undefined) {
      router.push(first.href);
      close();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, event.key === "ArrowDown" ? at + 1 : at - 1))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows only move the focus between links
    <div className="grid gap-3" onKeyDown={move}>
      <Input
        type="search"
        aria-label="Search pages, symbols, analyses and help"
        placeholder="A page, symbol, company or question"
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={100}
        autoComplete="off"
      />
      <div ref={list} className="grid max-h-[60dvh] gap-3 overflow-y-auto">
        {kinds.map((kind) => {
          const some = hits.filter((hit) => hit.kind === kind);
          return some.length === 0 ? null : (
            <section key={kind} aria-label={kind}>
              <h3 className="px-2.5 pb-1 text-xs text-muted">{kind}</h3>
              <ul>
                {some.map(({ href, label, about }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      onClick={close}
                      className="flex min-h-9 items-center gap-3 rounded-md px-2.5 text-sm -outline-offset-2 hover:bg-sunken"
                    >
                      <span className="shrink-0">{label}</span>
                      <span className="min-w-0 truncate text-xs text-muted">{about}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <output className="text-xs text-muted">
        {hits.length === 0 && isSettled ? "Nothing found. Try a single word or a symbol." : ""}
      </output>
    </div>
  );
}

/** Pages at once; what the server finds after a pause in typing. */
function useFound() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ readonly text: string; readonly hits: readonly Found[] }>({
    text: "",
    hits: [],
  });
  const wanted = text.trim().toLowerCase();
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => {
      void send(find, wanted).then((outcome) => setFound({ text: wanted, hits: outcome.ok ? outcome.value : [] }));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const pages = pagesToFind
    .filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(wanted))
    .slice(0, mostPages)
    .map(({ href, label }): Hit => ({ kind: "Pages", href, label, about: "" }));
  const isSettled = found.text === wanted;
  return { text, setText, hits: [...pages, ...(isSettled ? found.hits : [])], isSettled };
}
