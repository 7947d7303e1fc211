import type { Page } from "@playwright/test";
import type { Browser } from "./browser.ts";
import type { FreshDatabase } from "./database.ts";

export interface PressedService {
  readonly database: FreshDatabase;
  /** Of a finished analysis, and of a deposit under review. */
  readonly analysis: string;
  readonly review: string;
  /** An administrator with Elite. */
  readonly ada: Browser;
  /** Of somebody with a balance and no plan. */
  readonly grace: Browser;
}

/** A button that has something done, and how one comes to it. */
export interface Pressed {
  /** `file.action`, as `actionsOfPages` names it. */
  readonly sends: string;
  readonly as: "ada" | "grace" | "guest";
  readonly path: (testApp: PressedService) => string | Promise<string>;
  readonly before?: (testApp: PressedService) => Promise<unknown>;
  /** Buttons on the way. */
  readonly open?: readonly (string | RegExp)[];
  readonly typed?: Readonly<Record<string, string>>;
  readonly chosen?: readonly string[];
  readonly file?: readonly [label: string, path: string];
  /** What the page asks by itself has been answered, which else would meet the fault as well. */
  readonly ready?: (page: Page) => Promise<unknown>;
  readonly button: string | RegExp;
  /** An ended session is no hindrance, or another action says it first. */
  readonly knowsNoSession?: true;
  /** What the page says in the place of the reason, where somebody else asked. */
  readonly says?: RegExp;
  /** Where nothing is pressed again. */
  readonly again?: (page: Page) => Promise<unknown>;
  /** What is said in the end; without it, the message is gone. */
  readonly done?: string | RegExp;
}
