"use client";

import { ChevronDown, Eye, EyeOff } from "lucide-react";
import { Label as RadixLabel } from "radix-ui";
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  createContext,
  useContext,
  useId,
  useState,
} from "react";
import { classNames } from "./elements.tsx";
import { useEarlyInput } from "./early.ts";
import { useFormState } from "./use-form.ts";

interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

const FieldContext = createContext<FieldIds | null>(null);

/** Id and descriptions of the Field around a control; nothing outside of one. */
function useFieldProps(): FieldIds | Record<string, never> {
  return useContext(FieldContext) ?? {};
}

/** The box of every control that text is typed into or chosen from. 16 px on phones, so that iOS does not zoom in. */
const control =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 max-sm:[&[type=date]]:px-2 text-base text-ink placeholder:text-faint hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint aria-invalid:border-negative sm:text-sm";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Why the value was refused, in words. */
  readonly error?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A labelled control. Input, Textarea and Select inside take their id and descriptions from here. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  const describedBy = [errorId, hintId].filter((part) => part !== "").join(" ");
  return (
    <div className={classNames("grid content-start gap-1.5", className)}>
      <RadixLabel.Root htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </RadixLabel.Root>
      <FieldContext
        value={{
          id,
          ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
          ...(error ? { "aria-invalid": true as const } : {}),
        }}
      >
        {children}
      </FieldContext>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {hint ? (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} role="alert" className="text-xs text-negative">
      {children}
    </p>
  );
}

/** A field with its label: a refusal of the form around it stands beside it. `inputClassName` is the control's look. */
type Labelled<P> = Omit<P, "className" | "ref"> &
  Omit<FieldProps, "children"> & { readonly inputClassName?: string | undefined };

function NamedField({ name, error, ...rest }: FieldProps & { readonly name: string | undefined }) {
  const form = useFormState();
  return <Field {...rest} error={error ?? (name === undefined ? undefined : form?.errorOf(name))} />;
}

export function TextField({ label, hint, error, className, inputClassName, ...rest }: Labelled<InputProps>) {
  return (
    <NamedField {...{ label, hint, error, className }} name={rest.name}>
      <Input {...rest} className={inputClassName} />
    </NamedField>
  );
}

export function AreaField({ label, hint, error, className, inputClassName, ...rest }: Labelled<AreaProps>) {
  return (
    <NamedField {...{ label, hint, error, className }} name={rest.name}>
      <Textarea {...rest} className={inputClassName} />
    </NamedField>
  );
}

export function SelectField({ label, hint, error, className, inputClassName, ...rest }: Labelled<SelectProps>) {
  return (
    <NamedField {...{ label, hint, error, className }} name={rest.name}>
      <Select {...rest} className={inputClassName} />
    </NamedField>
  );
}

/** What a control that keeps its value itself begins with: what was typed before a refusal, else what it is given. */
function useStart({ name, value, defaultValue, type }: Pick<InputProps, "name" | "value" | "defaultValue" | "type">) {
  const typed = useFormState()?.typed(name ?? "");
  const start = typed ?? defaultValue;
  return value !== undefined || start === undefined || type === "file" || type === "password"
    ? {}
    : { defaultValue: start };
}

type InputProps = Omit<ComponentProps<"input">, "ref">;

export function Input({ className, ...given }: InputProps) {
  const rest = { ...given, ...useStart(given) };
  // A field that keeps its value itself, and whose changes somebody follows, tells of the early ones too.
  const isFollowed = rest.onChange !== undefined && rest.type !== "file";
  const start = isFollowed ? (rest.defaultValue ?? "") : undefined;
  const ref = useEarlyInput<HTMLInputElement>(rest.value ?? start);
  const field = useFieldProps();
  const box = classNames(control, "h-10", className);
  if (rest.type === "password") return <PasswordInput {...field} {...rest} inputRef={ref} className={box} />;
  return <input {...field} {...rest} ref={ref} className={box} />;
}

/** With a button that shows what was typed. */
function PasswordInput({ className, inputRef, ...rest }: InputProps & { readonly inputRef: Ref<HTMLInputElement> }) {
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

type AreaProps = Omit<ComponentProps<"textarea">, "ref"> & { readonly ref?: RefObject<HTMLTextAreaElement | null> };

export function Textarea({ className, ref, ...rest }: AreaProps) {
  const early = useEarlyInput(rest.value, ref);
  return (
    <textarea
      rows={4}
      {...useFieldProps()}
      {...rest}
      {...useStart(rest)}
      ref={early}
      className={classNames(control, "py-2", className)}
    />
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

type SelectProps = Omit<ComponentProps<"select">, "children" | "multiple" | "ref"> & {
  readonly options: readonly Option[];
};

/** The browser's own select: it knows keyboards, phones and screen readers best. */
export function Select({ options, className, ...rest }: SelectProps) {
  const ref = useEarlyInput<HTMLSelectElement>(rest.value);
  return (
    <span className={classNames("relative block w-full min-w-0", className)}>
      <select
        {...useFieldProps()}
        {...rest}
        {...useStart(rest)}
        ref={ref}
        className={`${control} h-10 appearance-none pr-9`}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

/** A time zone by its name. */
export function ZoneField({ defaultValue }: { readonly defaultValue: string }) {
  const zones = useId();
  return (
    <NamedField name="zone" label="Time zone" hint="For example, Europe/Berlin.">
      <Input name="zone" list={zones} maxLength={60} defaultValue={defaultValue} autoComplete="off" />
      <datalist id={zones}>
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </NamedField>
  );
}

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
