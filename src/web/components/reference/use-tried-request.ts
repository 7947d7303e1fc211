"use client";

import { useEffect, useRef, useState } from "react";
import type { SampleRequest } from "./sample-request.ts";
import { sendRequest, type Received } from "./send-request.ts";

/** One request at a time, and what has come back. A new one ends the one before. */
export function useTriedRequest() {
  const [received, setReceived] = useState<Received | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const out = useRef<AbortController | null>(null);
  useEffect(() => () => out.current?.abort(), []);
  const send = (request: SampleRequest, apiKey: string | null) => {
    out.current?.abort();
    const controller = new AbortController();
    out.current = controller;
    const { signal } = controller;
    const own = () => out.current === controller;
    setBusy(true);
    setFailure(null);
    setReceived(null);
    sendRequest({ request, apiKey, signal, show: (next) => own() && setReceived(next) })
      .catch(() => {
        if (own() && !signal.aborted)
          setFailure("The request did not reach the server. Check your connection and try again.");
      })
      .finally(() => own() && setBusy(false));
  };
  return { received, failure, busy, send, stop: () => out.current?.abort() };
}
