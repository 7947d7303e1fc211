"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#src/web/components/ui/tabs.tsx";

interface Sample {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

const key = "conclave.sample-language";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A request in several languages. The choice holds for every page; without scripts all of them are there. */
export function SampleTabs({ samples }: { readonly samples: readonly Sample[] }) {
  const first = samples[0]?.id ?? "";
  const chosen = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? first,
    () => first,
  );
  const language = samples.some(({ id }) => id === chosen) ? chosen : first;
  const choose = (id: string) => {
    localStorage.setItem(key, id);
    for (const listener of listeners) listener();
  };
  return (
    <Tabs value={language} onValueChange={choose} data-samples>
      <noscript>
        <style>{"[data-samples] [role=tabpanel] { display: block }"}</style>
      </noscript>
      <TabsList aria-label="Language">
        {samples.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {samples.map(({ id, label, code }) => (
        <TabsContent key={id} value={id} forceMount className="pt-3 data-[state=inactive]:hidden">
          <CodeBlock code={code} language={label} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
