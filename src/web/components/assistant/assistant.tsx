"use client";

import { MessageCircleQuestion } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState, useSyncExternalStore } from "react";
import { defineAction } from "#src/web/actions/action.ts";
import { Button, Spinner } from "#src/web/components/ui/elements.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { useAnswer } from "#src/web/components/ui/use-action.ts";

const loadPanel = defineAction(async () => {
  const { AssistantPanel } = await import("./panel.tsx");
  return { ok: true, value: AssistantPanel };
});

const phone = "(max-width: 47.99rem)";

function watchPhone(changed: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * The button that opens the assistant, and its panel: beside the page on a desktop, below it where that is too narrow,
 * over it on a phone. Ctrl+J or ⌘J.
 * @param isSearch there is no language model to answer
 */
export function Assistant({ isSearch }: { isSearch: boolean }) {
  const [open, setOpen] = useState(false);
  const isPhone = useSyncExternalStore(
    watchPhone,
    () => matchMedia(phone).matches,
    () => false,
  );
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "j" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener("keydown", toggle);
    return () => removeEventListener("keydown", toggle);
  }, []);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} modal={isPhone}>
      <Dialog.Trigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Assistant"
          aria-keyshortcuts="Control+J Meta+J"
          title="Assistant (Ctrl+J)"
        >
          <MessageCircleQuestion aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          data-assistant
          // The page beside it stays in use.
          onInteractOutside={(event) => event.preventDefault()}
          // On a phone the page that a link opens would be behind it.
          onClick={(event) => {
            if (isPhone && event.target instanceof Element && event.target.closest("a") !== null) setOpen(false);
          }}
          // The panel focuses its field itself, once it is loaded.
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-0 z-40 flex animate-appear flex-col bg-surface text-sm text-ink shadow-raised md:top-auto md:h-[45dvh] md:border-t lg:left-58 xl:inset-y-0 xl:left-auto xl:h-auto xl:w-104 xl:border-t-0 xl:border-l"
        >
          <Dialog.Title className="sr-only">Assistant</Dialog.Title>
          <Panel isSearch={isSearch} close={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Panel({ isSearch, close }: { isSearch: boolean; close: () => void }) {
  const { value: Loaded, failure } = useAnswer(loadPanel);
  if (Loaded !== null) return <Loaded isSearch={isSearch} close={close} />;
  if (failure === null) return <Spinner label="Loading the assistant" className="m-6" />;
  return (
    <div className="grid gap-4 p-4">
      <FailureAlert failure={failure} title="The assistant could not be loaded" />
      <Button variant="secondary" className="justify-self-start" onClick={close}>
        Close
      </Button>
    </div>
  );
}
