"use client";

import { useSyncExternalStore } from "react";
import { Button } from "#src/web/components/ui/elements.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";

const place = "conclave.api-key";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keepKey(key: string): void {
  if (key === "") sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, key);
  for (const listener of listeners) listener();
}

/** The key that "Try it" sends. This tab keeps it, no other does, and it ends with the tab. */
export function useApiKey(): readonly [key: string, keep: (key: string) => void] {
  const key = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(place) ?? "",
    () => "",
  );
  return [key, keepKey];
}

export type Access = "session" | "key";

interface Props {
  readonly signedIn: boolean;
  readonly chosen: Access;
  readonly choose: (access: Access) => void;
}

/** As whom a request is sent: with a key, or as the browser is signed in. */
export function TryAccess({ signedIn, chosen, choose }: Props) {
  const [key, keep] = useApiKey();
  return (
    <div className="grid grid-cols-1 gap-3">
      {signedIn ? (
        <fieldset className="grid gap-1.5">
          <legend className="text-sm font-medium">Send as</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {(["session", "key"] as const).map((access) => (
              <label key={access} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  name="send-as"
                  value={access}
                  checked={chosen === access}
                  onChange={() => choose(access)}
                  className="size-4 accent-(--color-accent)"
                />
                {access === "session" ? "Your session" : "An API key"}
              </label>
            ))}
          </div>
          {chosen === "session" ? (
            <p className="text-xs text-muted">Your session can only read and cancel. Programs need an API key.</p>
          ) : null}
        </fieldset>
      ) : null}
      {chosen === "key" ? (
        <TextField
          label="API key"
          hint={
            <>
              Kept in this tab only and removed when you close it.{" "}
              <a
                href="/keys"
                className="text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
              >
                Create key
              </a>
            </>
          }
          type="password"
          value={key}
          onChange={({ target }) => keep(target.value.trim())}
          placeholder="cnc_…"
          autoComplete="off"
          spellCheck={false}
          inputClassName="font-mono"
        />
      ) : null}
      {chosen === "key" && key !== "" ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => keep("")}>
          Remove key
        </Button>
      ) : null}
    </div>
  );
}
