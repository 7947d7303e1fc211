"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Signal, SignalEvent } from "#src/contract/signals/signals.ts";
import { ConnectionLight } from "#src/web/components/analysis/connection-light.tsx";
import { useEvents } from "#src/web/components/analysis/live-hooks.ts";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { passes, type SignalFilters } from "./signal-text.ts";
import { Switch } from "#src/web/components/ui/boxes.tsx";

const stream = "/api/signal-engine/stream";
const types = ["signal.published", "signal.withdrawn", "condition.broken", "condition.held", "reset"];
/** While the stream is away the page asks by itself. */
const pollMs = 30_000;

interface Props {
  readonly filter: Pick<SignalFilters, "symbol" | "rating" | "changed">;
  /** When the page was made, by the server's clock, ISO 8601. */
  readonly madeAt: string;
}

/**
 * Follows the house list's signals and has the page made anew when one comes. What passes the filter is also told: in words
 * to screen readers, and by sound and the desktop where the reader has asked for that.
 */
export function FollowSignals({ filter, madeAt }: Props) {
  const router = useRouter();
  const [said, setSaid] = useState("");
  const [sound, setSound] = useChoice("conclave:signal-sound");
  const [desktop, setDesktop] = useChoice("conclave:signal-desktop");
  // A stream that goes on where it broke off, or begins anew, may tell what was told.
  const told = useRef(madeAt);
  const tell = (signal: Signal): void => {
    if (signal.published_at <= told.current) return;
    told.current = signal.published_at;
    if (!passes(filter, signal)) return;
    setSaid(textOf(signal));
    if (sound) chime();
    if (desktop) notify(signal);
  };
  const connection = useEvents({
    url: stream,
    probe: stream,
    types,
    after: () => 0,
    onEvent: ({ type, data }) => {
      const event = type === "reset" ? null : SignalEvent.safeParse(JSON.parse(data)).data;
      if (event?.entry.kind === "signal") tell(event.entry);
      router.refresh();
      return true;
    },
  });
  // A stream begins with what happens next: what happened before it was open is read once. A page that may not be
  // followed any more says so itself.
  useEffect(() => {
    if (connection === "open" || connection === "signed-out") router.refresh();
  }, [connection, router]);
  const away = connection === "lost" || connection === "connecting";
  useEffect(() => {
    if (!away) return undefined;
    const timer = setInterval(() => router.refresh(), pollMs);
    return () => clearInterval(timer);
  }, [away, router]);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {/* A row of its own where there is little room: its words change, and the rest must not move. */}
      <div className="basis-full sm:basis-auto">
        <ConnectionLight
          connection={connection}
          refused="Your session or plan has ended. Reload the page"
          page="/signals"
        />
      </div>
      <Choices sound={sound} setSound={setSound} desktop={desktop} setDesktop={setDesktop} />
      <output className="sr-only">{said}</output>
    </div>
  );
}

interface ChoiceProps {
  readonly sound: boolean;
  readonly setSound: (wanted: boolean) => void;
  readonly desktop: boolean;
  readonly setDesktop: (wanted: boolean) => void;
}

/** Both are off until somebody wants them, and are kept by this browser alone. */
function Choices({ sound, setSound, desktop, setDesktop }: ChoiceProps) {
  const show = useToast();
  const wantDesktop = async (wanted: boolean): Promise<void> => {
    if (!wanted) return setDesktop(false);
    const can = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
    if (can === "granted") return setDesktop(true);
    show({
      title: "Notifications are blocked",
      text: "Allow notifications for this site in your browser settings, then try again.",
      tone: "negative",
    });
  };
  return (
    <>
      <Switch
        label="Sound"
        className="items-center gap-2 text-xs"
        checked={sound}
        onCheckedChange={(wanted) => {
          setSound(wanted);
          // So that one hears what is coming; a browser also lets sound begin only with a press.
          if (wanted) chime();
        }}
      />
      <Switch
        label="Desktop notifications"
        className="items-center gap-2 text-xs"
        checked={desktop}
        onCheckedChange={(wanted) => void wantDesktop(wanted)}
      />
    </>
  );
}

function textOf({ symbol, rating, previous_rating: before, changed }: Signal): string {
  return changed && before !== null ? `${symbol}: ${before} to ${rating}` : `${symbol}: ${rating}`;
}

function notify(signal: Signal): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    // A later one on the same instrument takes its place.
    const shown = new Notification(textOf(signal), {
      body: `Signal as of ${signal.session}`,
      tag: `signal ${signal.symbol}`,
    });
    shown.addEventListener("click", () => globalThis.focus());
  } catch {
    // Phones show notifications only through a service worker; the list and the sound tell it there.
  }
}

let context: AudioContext | null = null;

const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.14 },
] as const;
const seconds = 0.3;

/** Two short tones. Where the browser lets no sound begin yet, nothing is heard. */
function chime(): void {
  context ??= new AudioContext();
  const audio = context;
  const play = (): void => {
    for (const { hertz, at } of notes) {
      const from = audio.currentTime + at;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.08, from);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + seconds);
    }
  };
  audio.resume().then(play, () => undefined);
}

const changed = "conclave:choice";

function subscribe(heard: () => void): () => void {
  addEventListener(changed, heard);
  addEventListener("storage", heard);
  return () => {
    removeEventListener(changed, heard);
    removeEventListener("storage", heard);
  };
}

/** Whether this browser's reader wants something; off until they do. A browser that keeps nothing holds it for the page. */
function useChoice(key: string): [boolean, (wanted: boolean) => void] {
  const [here, setHere] = useState(false);
  const kept = useSyncExternalStore<boolean | null>(
    subscribe,
    () => {
      try {
        return localStorage.getItem(key) === "on";
      } catch {
        return null;
      }
    },
    () => false,
  );
  const choose = useCallback(
    (wanted: boolean) => {
      setHere(wanted);
      try {
        if (wanted) localStorage.setItem(key, "on");
        else localStorage.removeItem(key);
      } catch {
        // It holds for this page then.
      }
      dispatchEvent(new Event(changed));
    },
    [key],
  );
  return [kept ?? here, choose];
}
