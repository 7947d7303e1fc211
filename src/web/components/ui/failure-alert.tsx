"use client";

import { usePathname } from "next/navigation";
import type { Refusal } from "#src/web/actions/outcome.ts";
import { Alert } from "./alert.tsx";
import { Button, LinkButton } from "./button.tsx";

/** Why something did not work, and how to send the same again. */
export interface Failure extends Pick<Refusal, "message" | "remedy"> {
  readonly retry: () => void;
  /** It is under way again. */
  readonly retrying?: boolean;
}

interface Props {
  readonly failure: Failure | null;
  readonly title?: string | undefined;
}

/** What stopped a form or a button, with what helps. The page stays as it is, and what was typed with it. */
export function FailureAlert({ failure, title = "Something went wrong" }: Props) {
  const path = usePathname();
  if (failure === null) return null;
  const { message, remedy, retry, retrying = false } = failure;
  return (
    <Alert tone="negative" title={title} className="w-full">
      {message}
      {remedy === undefined ? null : (
        <span className="mt-2 flex flex-wrap items-center gap-3">
          {remedy === "sign in" ? (
            <LinkButton href={`/sign-in?next=${encodeURIComponent(path)}`} target="_blank" rel="noopener" size="sm">
              Sign in again
            </LinkButton>
          ) : null}
          {remedy === "reload" ? (
            <Button variant="secondary" size="sm" onClick={() => location.reload()}>
              Reload the page
            </Button>
          ) : (
            <Button variant="secondary" size="sm" pending={retrying} onClick={retry}>
              Try again
            </Button>
          )}
        </span>
      )}
    </Alert>
  );
}
