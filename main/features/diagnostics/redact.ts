import { EMAIL, withoutKeys } from '../../../shared/secrets.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Names in a sentence: text between the first and last quotation mark, and an absolute path up to the end of the line,
 * since names contain blanks and quotation marks. Hides too much rather than too little.
 */
const NAMED = /(^|[\s(:,=])(?:(['"‘“])([^\n]{1,8000})(['"’”])|((?:~?\/(?!\/)|[A-Za-z]:\\|\\\\)[^\n]*))/g;

/** Shorter names occur in ordinary words. */
const SHORTEST_NAME = 3;

/**
 * Replaces private text. A name or e-mail address becomes a random word, the same one until the process ends, so that
 * equal names stay recognisable without being reversible.
 */
export class Redactor {
  readonly #random: Random;
  readonly #showsNames: boolean;
  readonly #words: Map<string, string>;
  readonly #known: readonly string[];

  /**
   * @param words the replacements used so far, shared by redactors that have to agree. @param known names to hide
   * wherever they occur.
   */
  constructor(
    random: Random,
    showsNames: boolean,
    {
      words = new Map(),
      known = [],
    }: { readonly words?: Map<string, string>; readonly known?: readonly string[] } = {},
  ) {
    this.#random = random;
    this.#showsNames = showsNames;
    this.#words = words;
    this.#known = known;
  }

  /** A name given by a person: of a file, folder, organization or computer. */
  name(name: string): string {
    if (name === '') return '';
    return this.#showsNames ? this.secrets(name) : this.#word('name', name, extensionOf(name));
  }

  /** Names joined by `/` or `\`; each is replaced. */
  path(path: string): string {
    if (this.#showsNames) return this.secrets(path);
    return path.replaceAll(/[^/\\]+/g, name => (/^(?:[A-Za-z]:|\.|\.\.|~)$/.test(name) ? name : this.name(name)));
  }

  /**
   * Prose that may quote names, such as a fault's message. @param names of its subject, hidden even without quotation
   * marks.
   */
  prose(text: string, names: readonly string[] = []): string {
    const clean = this.secrets(text);
    if (this.#showsNames) return clean;
    const unnamed = clean.replaceAll(
      NAMED,
      (...[, before, open = '', quoted = '', close = '', path = '']: readonly string[]) => {
        return `${before}${open}${this.path(`${quoted}${path}`)}${close}`;
      },
    );
    return [...names, ...this.#known]
      .filter(({ length }) => length >= SHORTEST_NAME)
      .reduce((so, name) => so.replaceAll(name, this.name(name)), unnamed);
  }

  /** Hides only keys, tokens, signatures and e-mail addresses. */
  secrets(text: string): string {
    return withoutKeys(text).replaceAll(EMAIL, email =>
      this.#word('person', email.toLowerCase().replace('%40', '@'), ''),
    );
  }

  #word(kind: string, secret: string, end: string): string {
    const key = `${kind} ${secret}`;
    let word = this.#words.get(key);
    if (word === undefined) {
      word = `${kind}-${this.#random.uuid().replaceAll('-', '').slice(0, 10)}${end}`;
      this.#words.set(key, word);
    }
    return word;
  }
}

/** A common file extension is kept because it helps; a long or unusual one may be a name. */
function extensionOf(name: string): string {
  return /.(\.[A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

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
export function redactValue(value: unknown, redactor: Redactor): unknown {
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
