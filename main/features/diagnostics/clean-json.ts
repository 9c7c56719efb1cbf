import type { Redactor } from './redact.ts';

/** Fields with names given by a person or the service. */
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
/** Fields with fixed words of ours. */
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
/** Titles name the folder they concern. */
const TITLE = 'title';
/** Depth limit; our own data is never deeper. */
const DEEPEST = 12;

/** Where a text is: its field, depth, and the names beside or above it. */
interface Where {
  readonly field: string;
  readonly depth: number;
  readonly names: readonly string[];
}

/** Redacts a value for a file of the bundle, each text according to its field. */
export function cleaned(value: unknown, redactor: Redactor): unknown {
  return clean(value, redactor, { field: '', depth: 0, names: [] });
}

function clean(value: unknown, redactor: Redactor, { field, depth, names }: Where): unknown {
  if (typeof value === 'string') return cleanText(value, redactor, { field, names });
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map(each => clean(each, redactor, { field, depth: depth + 1, names }));
  const known = [...names, ...namesIn(value)];
  const entries = Object.entries(value).map(([name, inside]) => [
    redactor.secrets(name),
    clean(inside, redactor, { field: name, depth: depth + 1, names: known }),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** Names that sentences in this object may mention without quotation marks. */
function namesIn(value: object): readonly string[] {
  return Object.entries(value).flatMap(([field, inside]) => {
    return NAMES.has(field) && typeof inside === 'string' ? inside.split(/[/\\]/) : [];
  });
}

function cleanText(text: string, redactor: Redactor, { field, names }: Pick<Where, 'field' | 'names'>): string {
  // An item stuck by path has its path as id.
  if (field === 'subject' || field === 'id')
    return text.startsWith('path:') ? `path:${redactor.path(text.slice(5))}` : redactor.secrets(text);
  if (OURS.has(field)) return redactor.secrets(text);
  if (NAMES.has(field)) return redactor.path(text);
  if (field !== TITLE) return redactor.prose(text, names);
  const [what = '', name] = text.split(/: (.*)/s);
  return name === undefined ? redactor.secrets(text) : `${what}: ${redactor.name(name)}`;
}
