"use client";

import { useState, type ReactNode } from "react";
import type { Action } from "#src/web/actions/action.ts";
import { Button } from "./button.tsx";
import { FailureAlert } from "./failure-alert.tsx";
import { useAnnounce } from "./toast.tsx";
import { useAction } from "./use-action.ts";

interface Props<In extends readonly unknown[], T> {
  readonly action: Action<In, T>;
  readonly given: In;
  /** What is said once it is done; the page is read anew then. */
  readonly said?: string;
  readonly done?: (value: T) => void;
  /** Where it worked the page goes away: the button stays as it is. */
  readonly leaves?: boolean;
  /** What is said above it where it did not work. */
  readonly failed?: string;
  readonly variant?: "primary" | "secondary" | "danger";
  readonly size?: "sm" | "md";
  readonly icon?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Does one thing when it is pressed, and says above itself why it could not. */
export function ActionButton<In extends readonly unknown[], T>(props: Props<In, T>) {
  const { action, given, said, done, leaves, failed, variant = "secondary", size, icon, className, children } = props;
  const announce = useAnnounce();
  const [left, setLeft] = useState(false);
  const { pending, failure, act } = useAction(action, (value) => {
    setLeft(leaves === true);
    if (said !== undefined) announce(said);
    done?.(value);
  });
  return (
    <>
      <FailureAlert failure={failure} {...(failed === undefined ? {} : { title: failed })} />
      <Button
        variant={variant}
        size={size}
        pending={pending || left}
        className={className}
        onClick={() => act(...given)}
      >
        {pending ? null : icon} {children}
      </Button>
    </>
  );
}
