import { cutObjects } from "./cut-object.ts";

export type Json = Readonly<Record<string, unknown>>;

/** By any of its names. */
export type KnownKeys = (key: string, value: unknown) => boolean;

export interface KnownObject {
  readonly value: Json;
  /** It did not stand at the top. */
  readonly isWrapped: boolean;
}

const deepest = 5;
const mostNodes = 2000;

/** The outermost objects with a field of the answer, in order. */
export function knownObjects(value: unknown, known: KnownKeys): KnownObject[] {
  let nodes = 0;
  return look(value, 0);

  function look(node: unknown, depth: number): KnownObject[] {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest) return [];
    if (typeof node === "string") return lookInText(node, depth);
    if (Array.isArray(node)) return node.flatMap((item: unknown) => look(item, depth + 1));
    if (!isJsonObject(node)) return [];
    const fields = Object.entries(node).filter(([key, inside]) => known(key, inside));
    const [only] = fields;
    // {"type": "text", "text": "{…}"} holds the answer as a text.
    if (fields.length === 1 && typeof only?.[1] === "string") {
      const inside = lookInText(only[1], depth);
      if (inside.length > 0) return inside;
    }
    if (fields.length > 0) return [{ value: node, isWrapped: depth > 0 }];
    return Object.values(node).flatMap((inside) => look(inside, depth + 1));
  }

  function lookInText(text: string, depth: number): KnownObject[] {
    if (!/^\s*[{[]/.test(text)) return [];
    const inside = jsonIn(text) ?? jsonIn(cutObjects(text)[0]?.json ?? "");
    return inside === undefined ? [] : look(inside, depth + 1);
  }
}

/** `undefined` where it is none. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
