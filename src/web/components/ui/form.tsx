"use client";

import { Download } from "lucide-react";
import { useRouter, usePathname } from "next/navigation";
import { useId, type ComponentProps, type ReactNode, createContext, useContext, useState } from "react";
import type { FormAction } from "#src/web/actions/acting.ts";
import { Alert, Button, classNames } from "./elements.tsx";
import { FormContext, useFormState, useActionForm, type FormTarget } from "./use-form.ts";
import { useAnnounce, useToast } from "./toast.tsx";
import { useAction, type Failure } from "./use-action.ts";
import type { Action } from "#src/web/actions/action.ts";

type Props = Omit<
  ComponentProps<"form">,
  "action" | "method" | "encType" | "noValidate" | "onSubmit" | "onInput" | "hidden"
> & {
  readonly to: FormTarget;
  /** The fields whose refusals stand beside them; every other one is said above. Without it the caller says them. */
  readonly beside?: readonly string[];
  /** The title of what is said above. */
  readonly failed?: string | undefined;
  /** What is said on the page of a browser without scripts once it has worked. */
  readonly said?: string | undefined;
  /** What is sent besides. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
};

/**
 * Every form that changes something or holds a secret. It is posted, so nothing of it enters an address, whatever the
 * page has loaded when somebody presses Enter. What is wrong is said beside the fields, and not by the browser, whose
 * words are gone with the next click.
 */
export function Form({ to, beside, failed, said, hidden = {}, className, children, ...rest }: Props) {
  const { action, onSubmit, onMended, state } = to;
  // React writes the method and the encoding of an action by itself, and refuses others.
  const target = typeof action === "function" ? { action } : { method: "post", action };
  const key = `${usePageKey()}${useId()}`;
  return (
    <form
      {...rest}
      {...target}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target: field }) => {
        if ("name" in field && typeof field.name === "string") onMended?.(field.name);
      }}
      className={classNames("grid gap-4", className)}
    >
      {typeof action === "function" ? <input type="hidden" name="submission" value={key} /> : null}
      {beside === undefined ? null : <FailureAlert failure={state?.errorBeside(beside) ?? null} title={failed} />}
      {state?.isPosted === true && said !== undefined ? <Alert tone="positive" title={said} /> : null}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormContext value={state ?? null}>{children}</FormContext>
    </form>
  );
}

type SubmitProps = ComponentProps<typeof Button> & {
  readonly wide?: boolean;
  /** Gives way to the sign that it is under way. */
  readonly icon?: ReactNode;
};

/** The button of a form. */
export function Submit({ wide = false, icon, className, children, ...rest }: SubmitProps) {
  const pending = useFormState()?.pending ?? false;
  return (
    <Button
      type="submit"
      pending={pending}
      {...rest}
      className={classNames(wide ? undefined : "justify-self-start", className)}
    >
      {pending ? null : icon}
      {children}
    </Button>
  );
}

interface ActionFormProps<T> extends Omit<Props, "to" | "beside" | "action"> {
  readonly action: FormAction<T>;
  readonly beside?: readonly string[];
  readonly children: ReactNode;
  /** Where to go afterwards, and what it made behind it; else the page is read anew. */
  readonly leadsTo?: string;
}

/** A form whose page needs no script of its own. */
export function ActionForm<T>({ action, beside = [], said, leadsTo, ...rest }: ActionFormProps<T>) {
  const router = useRouter();
  const show = useToast();
  const { form } = useActionForm(action, (value) => {
    if (said !== undefined) show({ title: said, tone: "positive" });
    if (leadsTo === undefined) router.refresh();
    else router.push(`${leadsTo}${value === null ? "" : String(value)}`);
  });
  return <Form {...rest} to={form} beside={beside} said={said} />;
}

interface ButtonFormProps extends Pick<ActionFormProps<null>, "hidden" | "leadsTo" | "children"> {
  readonly action: FormAction<null>;
  readonly said: string;
  readonly variant?: "secondary" | "danger";
}

/** A button that does one thing at once, with scripts or without. */
export function ButtonForm({ variant = "secondary", children, ...rest }: ButtonFormProps) {
  return (
    <ActionForm {...rest} className="gap-2">
      <Submit variant={variant} size="sm" wide>
        {children}
      </Submit>
    </ActionForm>
  );
}

const PageKey = createContext("");

/** Gives the forms of a page what tells this loading of it from every other. */
export function PageKeyProvider({ value, children }: { value: string; children: ReactNode }) {
  return <PageKey value={value}>{children}</PageKey>;
}

function usePageKey(): string {
  return useContext(PageKey);
}

interface FailureAlertProps {
  readonly failure: Failure | null;
  readonly title?: string | undefined;
}

/** What stopped a form or a button, with what helps. The page stays as it is, and what was typed with it. */
export function FailureAlert({ failure, title = "Something went wrong" }: FailureAlertProps) {
  const path = usePathname();
  if (failure === null) return null;
  const { message, remedy, retry, retrying = false } = failure;
  return (
    <Alert tone="negative" title={title} className="w-full">
      {message}
      {remedy === undefined ? null : (
        <span className="mt-2 flex flex-wrap items-center gap-3">
          {remedy === "sign in" ? (
            <Button asChild size="sm">
              <a href={`/sign-in?next=${encodeURIComponent(path)}`} target="_blank" rel="noopener">
                Sign in again
              </a>
            </Button>
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

interface ActionButtonProps<In extends readonly unknown[], T> {
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
export function ActionButton<In extends readonly unknown[], T>(props: ActionButtonProps<In, T>) {
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

interface DownloadButtonProps {
  /** Its answer is the file, JSON text. */
  readonly action: Action<[], string>;
  readonly name: string;
  readonly children: ReactNode;
}

/** Makes the file in the browser: it is made for the viewer alone and stands at no address. */
export function DownloadButton({ action, name, children }: DownloadButtonProps) {
  const save = (json: string): void => {
    const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <ActionButton action={action} given={[]} done={save} icon={<Download aria-hidden />}>
      {children}
    </ActionButton>
  );
}
