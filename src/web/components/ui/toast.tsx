"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { Toast as RadixToast } from "radix-ui";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";
import { Button } from "./elements.tsx";

interface Message {
  readonly title: string;
  readonly text?: string;
  readonly tone?: "positive" | "negative";
  /** Does again what failed. */
  readonly again?: () => void;
}

type Show = (message: Message) => void;

const ToastContext = createContext<Show | null>(null);

/** `show({title, text?, tone?})`. A failure stays until it is closed. */
export function useToast(): Show {
  const show = useContext(ToastContext);
  if (show === null) throw new Error("useToast is used outside of the Toaster");
  return show;
}

/** Says that something worked, and reads the page anew. */
export function useAnnounce(): (title: string, text?: string) => void {
  const show = useToast();
  const router = useRouter();
  return (title, text) => {
    show({ title, tone: "positive", ...(text !== undefined && { text }) });
    router.refresh();
  };
}

/** Stands once around the application. */
export function Toaster({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly (Message & { id: number })[]>([]);
  const show = useCallback((message: Message) => {
    setMessages((before) => [...before.slice(-2), { ...message, id: (before.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  return (
    <ToastContext value={show}>
      <RadixToast.Provider swipeDirection="right" label="Message">
        {children}
        {messages.map((message) => (
          <One
            key={message.id}
            message={message}
            gone={() => setMessages((before) => before.filter(({ id }) => id !== message.id))}
          />
        ))}
        <RadixToast.Viewport className="fixed right-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-2 p-4" />
      </RadixToast.Provider>
    </ToastContext>
  );
}

function One({ message, gone }: { message: Message; gone: () => void }) {
  const failed = message.tone === "negative";
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <RadixToast.Root
      duration={failed ? Number.POSITIVE_INFINITY : 5000}
      type={failed ? "foreground" : "background"}
      onOpenChange={(open) => {
        if (!open) gone();
      }}
      className="flex animate-appear items-start gap-3 rounded-lg border bg-surface p-4 text-sm shadow-raised"
    >
      <Icon aria-hidden className={`mt-0.75 size-4 shrink-0 ${failed ? "text-negative" : "text-positive"}`} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <RadixToast.Title className="font-medium text-ink">{message.title}</RadixToast.Title>
        {message.text === undefined ? null : (
          <RadixToast.Description className="text-muted">{message.text}</RadixToast.Description>
        )}
        {message.again === undefined ? null : (
          <RadixToast.Action asChild altText="Try again">
            <Button variant="secondary" size="sm" className="mt-2 justify-self-start" onClick={message.again}>
              Try again
            </Button>
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close
        aria-label="Close"
        className="grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
