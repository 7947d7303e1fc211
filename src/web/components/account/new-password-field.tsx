"use client";

import { useEffect, useRef, useState } from "react";
import { passwordFault, passwordLength } from "#src/contract/accounts/credentials.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

/** How long nothing is typed before the password is looked at. */
const pauseMs = 250;
/** Fields of the same form that somebody who knows the user would try. */
const aboutFields = ["name", "email", "username"];

/** A password that is chosen: whether it is too easy is said as it is typed. The server decides. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const [fault, setFault] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = ({ value, form }: HTMLInputElement) => {
    clearTimeout(timer.current);
    setFault(null);
    // As long as it is too short the hint says so.
    if (value.length < passwordLength.min) return;
    const fields = form === null ? new FormData() : new FormData(form);
    const about = aboutFields.map((field) => String(fields.get(field) ?? ""));
    timer.current = setTimeout(() => {
      // Without the list, because the connection is gone, only the server says it.
      passwordFault(value, about).then(setFault, () => undefined);
    }, pauseMs);
  };
  return (
    <TextField
      label={label}
      hint={`At least ${passwordLength.min} characters. Several unrelated words are easy to remember and hard to guess.`}
      error={fault === null ? undefined : `The password ${fault}.`}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      onChange={(event) => look(event.currentTarget)}
    />
  );
}
