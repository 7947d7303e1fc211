import type { By } from "#src/product/accounts/public/fresh-sign-in.ts";
import type { ActingAdmin, AdminContext, Context } from "#src/product/context.ts";
import type { Viewer } from "../viewer.ts";
import { adminContextOf, contextOf } from "../viewer.ts";
import { defineAction, type Action } from "./action.ts";
import { formAction, type FormAction } from "./form-action.ts";
import { adminSignedIn, byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

/** Who does it, and as whom the product is asked. */
interface Acting<C, W> {
  readonly ctx: C;
  readonly who: W;
  /** For verbs that mail the owner. */
  readonly by: () => Promise<By>;
}

type User = Acting<Context, Viewer>;
type Admin = Acting<AdminContext<Viewer & ActingAdmin>, Viewer & ActingAdmin>;
/** What nobody returns is `null` to the page. */
type Answer<T> = T extends void ? null : T;

interface FormOptions<T> {
  /** The control that a refusal of the service is about, where there is only one. */
  readonly field?: string;
  /** The page that a browser without scripts goes on to. */
  readonly page?: (value: Answer<T>) => string;
}

const asUser = async (): Promise<User> => {
  const who = await signedIn();
  return { ctx: contextOf(who), who, by: () => byOf(who) };
};

const asAdmin = async (): Promise<Admin> => {
  const who = await adminSignedIn();
  return { ctx: adminContextOf(who), who, by: () => byOf(who) };
};

/** What somebody who is signed in does by pressing something. */
export function userAction<In extends readonly unknown[], T>(
  work: (acting: User, ...given: In) => Promise<T>,
  { field }: Pick<FormOptions<T>, "field"> = {},
): Action<In, Answer<T>> {
  return defineAction((...given: In) => settled(() => asUser().then((acting) => work(acting, ...given)), field));
}

export function adminAction<In extends readonly unknown[], T>(
  work: (acting: Admin, ...given: In) => Promise<T>,
): Action<In, Answer<T>> {
  return defineAction((...given: In) => settled(() => asAdmin().then((acting) => work(acting, ...given))));
}

/** What they do with a form. */
export function userForm<T>(
  work: (acting: User, form: FormData) => Promise<T>,
  { field, page }: FormOptions<T> = {},
): FormAction<Answer<T>> {
  return formAction((form) => settled(() => asUser().then((acting) => work(acting, form)), field), page);
}

export function adminForm<T>(
  work: (acting: Admin, form: FormData) => Promise<T>,
  { field, page }: FormOptions<T> = {},
): FormAction<Answer<T>> {
  return formAction((form) => settled(() => asAdmin().then((acting) => work(acting, form)), field), page);
}

function settled<T>(work: () => Promise<T>, field?: string): Promise<Outcome<Answer<T>>> {
  return outcome(() => work().then<Answer<T>>(answerOf), field);
}

function answerOf<T>(value: T): Answer<T>;
function answerOf(value: unknown): unknown {
  return value ?? null;
}
