import type { Redactor } from './redact.ts';

/** Fields that hold what a person or the service named. */
const NAMES: ReadonlySet<string> = new Set([
  'path',
  'copyPath',
  'remotePath',
  'local',
  'folder',
  'name',
  'localName',
  'remoteName',
  'computer',
  'certificates',
  'cause',
  'who',
  'volume',
]);
/** Fields whose words are ours alone. */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'mirror',
  'code',
  'kind',
  'state',
  'worst',
  'mode',
  'at',
  'verb',
  'reason',
  'step',
  'words',
  'until',
  'direction',
  'level',
  'standing',
  'why',
  'remoteId',
  'fileId',
  'versionId',
  'subject',
]);
/** Titles name the folder that they are about. */
const TITLE = 'title';
/** Nothing of ours is deeper. */
const DEEPEST = 12;

/** A value for a file of the bundle, every text in it blacked out as its field demands. */
export function cleaned(value: unknown, redactor: Redactor, field = '', depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value, redactor, field);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map(each => cleaned(each, redactor, field, depth + 1));
  const entries = Object.entries(value).map(([name, inside]) => [
    redactor.secrets(name),
    cleaned(inside, redactor, name, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}

function cleanText(text: string, redactor: Redactor, field: string): string {
  // What is stuck by its path is named after it.
  if (field === 'subject' || field === 'id')
    return text.startsWith('path:') ? `path:${redactor.path(text.slice(5))}` : redactor.secrets(text);
  if (OURS.has(field)) return redactor.secrets(text);
  if (NAMES.has(field)) return redactor.path(text);
  if (field !== TITLE) return redactor.prose(text);
  const [what = '', name] = text.split(/: (.*)/s);
  return name === undefined ? redactor.secrets(text) : `${what}: ${redactor.name(name)}`;
}
