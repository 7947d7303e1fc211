import { SelectField, type Option } from "./fields.tsx";

interface Props {
  readonly start: string;
  readonly languages: readonly Option[];
  readonly error?: string | undefined;
}

export function LanguageField({ start, languages, error }: Props) {
  return (
    <SelectField
      label="Report language"
      hint="The agents write in this language. Ratings and headings stay in English. The rules engine writes English only."
      error={error}
      name="language"
      defaultValue={start}
      options={languages}
      inputClassName="max-w-64"
    />
  );
}
