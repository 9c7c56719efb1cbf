import { z } from 'zod';

import type { LogLevel, LogLine, LogPage, LogQuestion } from '../../../shared/model/diagnostics.ts';
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

/** The lines of the log that were asked for, newest first; each is blacked out before it is searched. */
export function logPage(book: LogBook | undefined, question: LogQuestion, redactor: Redactor): LogPage {
  const { before, level, limit, text } = question;
  const { first, lines } = book?.read() ?? { first: 1, lines: [] };
  const levels = new Set(WORSE.slice(0, WORSE.indexOf(level) + 1));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: LogLine[] = [];
  const newest = Math.min(lines.length, (before ?? first + lines.length) - first);
  for (let index = newest - 1; index >= 0; index -= 1) {
    const line = lineOf(lines[index] ?? '', first + index, redactor);
    const all = `${line.event} ${line.text}`.toLowerCase();
    if (!levels.has(line.level) || !words.every(word => all.includes(word))) continue;
    if (found.length === limit) return { lines: found, hasMore: true };
    found.push(line);
  }
  return { lines: found, hasMore: false };
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
