import { type Failure, isQuestion, POLICY } from '../fault.ts';

/** What a window says: a question, that it wants no answer to one any more, or that it wants to hear a topic or no longer. */
export type Asking =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'abandon'; readonly id: number }
  | { readonly kind: 'listen'; readonly name: string; readonly wanted: boolean };

/** What the engine says: the answer to a call, the fault that stopped it, or a topic's new value. */
export type Telling =
  | { readonly kind: 'reply'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Failure }
  | { readonly kind: 'topic'; readonly name: string; readonly value: unknown };

/** One sentence as JSON text on one line. What JSON cannot say (`undefined`) travels as null. */
export function encode(message: Asking | Telling): string {
  return JSON.stringify(message, (_, value: unknown) => (value === undefined ? null : value));
}

/**
 * The engine's sentence in `text`, or null when it is none. The engine is trusted by its window, so this checks the
 * form only; without zod, which stays out of the window's bundle. The serving side checks what it reads with zod.
 */
export function decodeTelling(text: string): Telling | null {
  const message = parseObject(text);
  if (message === null) return null;
  const { kind, id, name } = message;
  if (kind === 'topic') return typeof name === 'string' ? { kind, name, value: message['value'] ?? null } : null;
  if (typeof id !== 'number') return null;
  if (kind === 'reply') return { kind, id, output: message['output'] ?? null };
  return kind === 'fault' && isFault(message['fault']) ? { kind, id, fault: message['fault'] } : null;
}

/** The object that a JSON text holds; null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is Failure {
  if (!isObject(value) || typeof value['kind'] !== 'string' || isQuestion({ kind: value['kind'] })) return false;
  return Object.hasOwn(POLICY, value['kind']);
}
