"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps, type Ref } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyInput } from "./early-input.ts";
import { control, useFieldProps } from "./field-context.ts";

export function Input({ className, ...rest }: Omit<ComponentProps<"input">, "ref">) {
  // A field that keeps its value itself, and whose changes somebody follows, tells of the early ones too.
  const isFollowed = rest.onChange !== undefined && rest.type !== "file";
  const start = isFollowed ? (rest.defaultValue ?? "") : undefined;
  const ref = useEarlyInput<HTMLInputElement>(rest.value ?? start);
  const field = useFieldProps();
  const box = classNames(control, "h-10", className);
  if (rest.type === "password") return <PasswordInput {...field} {...rest} inputRef={ref} className={box} />;
  return <input {...field} {...rest} ref={ref} className={box} />;
}

type PasswordProps = Omit<ComponentProps<"input">, "ref"> & { readonly inputRef: Ref<HTMLInputElement> };

/** With a button that shows what was typed. */
function PasswordInput({ className, inputRef, ...rest }: PasswordProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input {...rest} ref={inputRef} type={shown ? "text" : "password"} className={classNames(className, "pr-11")} />
      <button
        type="button"
        aria-label="Show what you typed"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
