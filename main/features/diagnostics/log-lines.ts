import { z } from 'zod';

import type { LogLevel, LogLine, LogPage, LogQuestion } from '../../../shared/features/diagnostics/model.ts';
import type { LogBook } from '../../ports/log.ts';
import type { Redactor } from './redact.ts';

/** So long is a line at most, whatever was written into it. */
const MOST_CHARACTERS = 4000;
/** Words of ours, of the contract or of the service's API: never a name that a person gave. */
const PLAIN: ReadonlySet<string> = new Set(['kind', 'fault', 'status', 'method', 'code', 'mirror', 'operation']);
/** Sentences, mostly the system's, in which names are quoted. */
const PROSE: ReadonlySet<string> = new Set(['error', 'text', 'detail', 'message', 'cause']);
/** Of the service's API, such as `/files/…`: only ids are in it. */
const API_PATH = 'api.refused path';
/** How bad a line is; `debug` is all. */
const WORSE: readonly LogLevel[] = ['error', 'info', 'debug'];

const lineShape = z.looseObject({
  level: z.number().catch(30),
  time: z.string().catch(''),
  event: z.string().catch(''),
});

/** So many lines are looked at without a break: others have to get on, too. */
const AT_ONCE = 200;

/** Where the log is, and how one waits a moment. */
export interface LogSource {
  readonly book: LogBook | undefined;
  readonly breath: () => Promise<void>;
}

/** The lines of the log that were asked for, newest first; each is blacked out before it is searched. */
export async function logPage(
  { book, breath }: LogSource,
  { before, level, limit, text }: LogQuestion,
  redactor: Redactor,
): Promise<LogPage> {
  const { first, lines } = book?.read() ?? { first: 1, lines: [] };
  // What is logged meanwhile may push out what was the first.
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

/** What a redacted line may hold though the line itself does not. */
const MADE_UP = /name-|person-|hidden|^[0-9a-f]{4,}$/;

/** Whether a line may hold all words: looking is cheap, and blacking out is not. */
function mayHold(raw: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const lower = raw.toLowerCase();
  return words.every(
    word => MADE_UP.test(word) || (word.match(/[a-z0-9]+/g) ?? []).every(part => lower.includes(part)),
  );
}

/** One line; what is no JSON of ours is shown as it is. */
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

/** @param field the event's name and the field's, with a blank between. */
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
