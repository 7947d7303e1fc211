"use client";

import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Button } from "#src/web/components/ui/button.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";

/** The navigation of small screens: a button, and a panel from the left that any choice in it closes. */
export function AppSheet({ isAdmin }: { isAdmin: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Menu">
          <Menu aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_14/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-appear overflow-y-auto border-r bg-surface p-4"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="mb-5 flex items-center justify-between pl-2.5">
            <Logo />
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Navigation isAdmin={isAdmin} onChoose={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
