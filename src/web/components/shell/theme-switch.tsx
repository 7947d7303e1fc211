"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "#src/web/components/ui/elements.tsx";
import { themeKey } from "./theme-script.ts";

type Theme = "light" | "dark" | "system";

const shown = {
  system: { label: "system", Icon: Monitor, next: "light" },
  light: { label: "light", Icon: Sun, next: "dark" },
  dark: { label: "dark", Icon: Moon, next: "system" },
} as const satisfies Record<Theme, { label: string; Icon: typeof Sun; next: Theme }>;

const changed = "conclave:theme";

/** What was chosen; a browser that keeps nothing for us has the system's theme. */
function chosen(): Theme {
  try {
    const kept = localStorage.getItem(themeKey);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

function show(theme: Theme): void {
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
}

function choose(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // It holds for this page then.
  }
  show(theme);
  dispatchEvent(new Event(changed));
}

function subscribe(notify: () => void): () => void {
  addEventListener(changed, notify);
  addEventListener("storage", notify);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener("storage", notify);
  };
}

/** One button that goes round: as the system, light, dark. A menu would cost every public page 30 KB of script. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, chosen, () => "system");
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => show(chosen());
    system.addEventListener("change", follow);
    addEventListener("storage", follow);
    return () => {
      system.removeEventListener("change", follow);
      removeEventListener("storage", follow);
    };
  }, []);
  const { label, Icon, next } = shown[theme];
  const text = `Theme: ${label}. Switch to ${shown[next].label}`;
  return (
    <Button variant="ghost" size="icon" aria-label={text} title={text} onClick={() => choose(next)}>
      <Icon aria-hidden />
    </Button>
  );
}
