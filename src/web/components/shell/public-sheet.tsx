"use client";

import { Menu, X } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { Button } from "#src/web/components/ui/elements.tsx";
import { Logo } from "./public-frame.tsx";
import { publicPlaces } from "./places.ts";

const entry = "flex min-h-10 items-center rounded-md px-2.5 text-sm text-ink hover:bg-sunken";

/** The site's places on a phone. The browser's own popover: Escape and a tap beside it close it. */
export function PublicSheet() {
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Menu" popoverTarget="site-menu">
        <Menu aria-hidden />
      </Button>
      <div
        ref={panel}
        id="site-menu"
        popover="auto"
        className="inset-y-0 right-auto left-0 m-0 h-dvh w-72 max-w-[85vw] overflow-y-auto border-r bg-surface p-4 text-ink backdrop:bg-[rgb(10_12_14/0.5)]"
      >
        <div className="mb-5 flex items-center justify-between pl-2.5">
          <Logo />
          <Button variant="ghost" size="icon" aria-label="Close" popoverTarget="site-menu" popoverTargetAction="hide">
            <X aria-hidden />
          </Button>
        </div>
        <nav aria-label="Menu" className="grid gap-0.5">
          {publicPlaces.map(({ href, label }) => (
            <Link key={href} href={href} onClick={close} className={entry}>
              {label}
            </Link>
          ))}
          <Link href="/sign-in" onClick={close} className={entry}>
            Sign in
          </Link>
        </nav>
      </div>
    </>
  );
}
