import { z } from 'zod';

import type { LogLevel, LogLine, LogPage, LogQuestion } from '../../../shared/features/diagnostics/model.ts';
import type { LogBook } from '../../ports/log.ts';
import type { Redactor } from './redact.ts';

/** Longer lines are cut. */
const MOST_CHARACTERS = 4000;
/** Fields with fixed words of ours, the contract or the API, never names given by a person. */
const PLAIN: ReadonlySet<string> = new Set(['kind', 'fault', 'status', 'method', 'code', 'mirror', 'operation']);
/** Fields with sentences, mostly from the system, that quote names. */
const PROSE: ReadonlySet<string> = new Set(['error', 'text', 'detail', 'message', 'cause']);
/** Field with a path of the API, such as `/files/…`, which contains only ids. */
const API_PATH = 'api.refused path';
/** Levels by severity; `debug` includes all. */
const WORSE: readonly LogLevel[] = ['error', 'info', 'debug'];

const lineShape = z.looseObject({
  level: z.number().catch(30),
  time: z.string().catch(''),
  event: z.string().catch(''),
});

/** Lines processed before yielding to other work. */
const AT_ONCE = 200;

/** Where the log is, and how to yield. */
export interface LogSource {
  readonly book: LogBook | undefined;
  readonly breath: () => Promise<void>;
}

/** Log lines, newest first; each is redacted before it is searched. */
export async function logPage(
  { book, breath }: LogSource,
  { before, level, limit, text }: LogQuestion,
  redactor: Redactor,
): Promise<LogPage> {
  const { first, lines } = book?.read() ?? { first: 1, lines: [] };
  // New log lines may have pushed out the oldest of those counted before.
  const all = [...lines.slice(0, Math.max(0, (before ?? Number.MAX_SAFE_INTEGER) - first))];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = wantedBy(words, WORSE.indexOf(level));
  const found: LogLine[] = [];
  let looked = 0;
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const raw = all[index] ?? '';
    if (!mayHold(raw, words)) continue;
    if ((looked += 1) % AT_ONCE === 0) await breath();
    const line = lineOf(raw, first + index, redactor);
    if (!isWanted(line)) continue;
    if (found.length === limit) return { lines: found, hasMore: true };
    found.push(line);
  }
  return { lines: found, hasMore: false };
}

function wantedBy(words: readonly string[], worst: number): (line: LogLine) => boolean {
  return ({ event, level, text }) => {
    if (WORSE.indexOf(level) > worst) return false;
    const all = `${event} ${text}`.toLowerCase();
    return words.every(word => all.includes(word));
  };
}

/** What redaction may add to a line. */
const MADE_UP = /name-|person-|hidden|^[0-9a-f]{4,}$/;

/** Whether a line may contain all words: a cheap test before the expensive redaction. */
function mayHold(raw: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const lower = raw.toLowerCase();
  return words.every(
    word => MADE_UP.test(word) || (word.match(/[a-z0-9]+/g) ?? []).every(part => lower.includes(part)),
  );
}

/** One redacted line; a line that is not our JSON is shown as text. */
export function lineOf(json: string, number: number, redactor: Redactor): LogLine {
  const parsed = parse(json);
  if (parsed === null)
    return { number, at: '', level: 'info', event: '', text: redactor.prose(json).slice(0, MOST_CHARACTERS) };
  const { level, time, event, ...fields } = parsed;
  const text = Object.entries(fields)
    .map(([name, value]) => `${redactor.secrets(name)}=${valueOf(`${event} ${name}`, value, redactor)}`)
    .join(' ');
  return {
    number,
    at: redactor.secrets(time),
    level: level >= 50 ? 'error' : level >= 30 ? 'info' : 'debug',
    event: redactor.secrets(event),
    text: redactor.secrets(text).slice(0, MOST_CHARACTERS),
  };
}

/** @param field the event's name and the field's, separated by a blank. */
function valueOf(field: string, value: unknown, redactor: Redactor): string {
  const name = field.slice(field.lastIndexOf(' ') + 1);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (PLAIN.has(name)) return redactor.secrets(text);
  if (PROSE.has(name)) return `"${redactor.prose(text)}"`;
  if (field === API_PATH) return redactor.secrets(text);
  return `"${redactor.path(text)}"`;
}

function parse(json: string): z.infer<typeof lineShape> | null {
  try {
    return lineShape.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
