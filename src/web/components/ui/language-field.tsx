"use client";

import { useState } from "react";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

interface Props {
  readonly start: string;
  readonly languages: readonly { readonly value: string; readonly label: string }[];
  readonly error: string | undefined;
}

export function LanguageField({ start, languages, error }: Props) {
  const [language, setLanguage] = useState(start);
  return (
    <Field
      label="Report language"
      hint="The agents write in this language. Ratings and headings stay in English. The rules engine writes English only."
      error={error}
    >
      <span className="max-w-64">
        <Select
          name="language"
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
          options={languages}
        />
      </span>
    </Field>
  );
}
