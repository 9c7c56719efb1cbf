import ignore from 'ignore';
import type { Ignore } from 'ignore';

import type { Kind } from '../item.ts';

/** A rule about names and paths that are neither sent nor received, in gitignore's syntax. */
export interface IgnoreRule {
  readonly pattern: string;
  /** `always`: nothing overrides it. `default`: a rule of the mirror such as `!*.part` may. `mirror`: a person's own. */
  readonly origin: 'always' | 'default' | 'mirror';
}

/** Droppings of operating systems, and our own folder. */
const ALWAYS = [
  '.benchtop',
  '.DS_Store',
  '._*',
  'Thumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN',
  'System Volume Information',
];
/**
 * Owner files of office programs, what Emacs saves by itself of a file that is being edited, scratch files, downloads that
 * a browser has not finished. Nothing more: see F44.
 */
const DEFAULTS = ['~$*', '.~lock.*#', '[#]*#', '*.tmp', '*.crdownload', '*.part'];

/** The rules that every mirror has, in the order in which they count. */
export const BUILT_IN: readonly IgnoreRule[] = [
  ...ALWAYS.map(pattern => ({ pattern, origin: 'always' as const })),
  ...DEFAULTS.map(pattern => ({ pattern, origin: 'default' as const })),
];

/** Rules are made for every look: those that are always the same are compiled once. Nothing is tested by these two. */
const COMPILED_ALWAYS = compiled(ALWAYS);
const COMPILED_DEFAULTS = compiled(DEFAULTS);

/** What the rules say of a path, and which of them decided. */
export interface Ruling {
  readonly ignored: boolean;
  /** Null when no rule says anything. Of a path that is not ignored: the `!` rule that lets it through. */
  readonly rule: IgnoreRule | null;
}

/**
 * The rules of one mirror. Paths are those that things have, or would have, on this computer, for both sides alike, so
 * that a rule means the same here and at the service. Upper and lower case are the same on every computer.
 * Skipped never means removed.
 */
export class Ignoring {
  readonly #always: Ignore;
  readonly #others: Ignore;
  readonly #patterns: readonly string[];
  readonly #folders = new Map<string, boolean>();

  /** @param patterns the mirror's own, in order; later ones count more. */
  constructor(patterns: readonly string[] = []) {
    this.#patterns = patterns;
    this.#always = anew(COMPILED_ALWAYS);
    this.#others = anew(COMPILED_DEFAULTS, patterns);
  }

  /** All rules, the mirror's own last. */
  get rules(): readonly IgnoreRule[] {
    return [...BUILT_IN, ...this.#patterns.map(pattern => ({ pattern, origin: 'mirror' as const }))];
  }

  /** Differs whenever the rules do, those that are built in among them. */
  get fingerprint(): string {
    return JSON.stringify(this.rules.map(({ pattern }) => pattern));
  }

  /** Whether a thing at a path inside the mirror is skipped, by itself or with a folder above it. */
  ignores(path: string, kind: Kind): boolean {
    if (path === '') return false;
    const slash = path.lastIndexOf('/');
    if (slash > 0 && this.#ignoresFolder(path.slice(0, slash))) return true;
    const name = namedAs(path.slice(slash + 1), kind);
    // The rules that are built in know names only: nothing is gained by reading long paths for them again and again.
    const named = this.#patterns.length === 0 ? name : namedAs(path, kind);
    return this.#always.test(name).ignored || this.#others.test(named).ignored;
  }

  #ignoresFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const ignored = this.ignores(path, 'folder');
    this.#folders.set(path, ignored);
    return ignored;
  }

  /** Which rule decides about a path. */
  ruling(path: string, kind: Kind): Ruling {
    if (path === '') return { ignored: false, rule: null };
    const named = namedAs(path, kind);
    const always = this.#always.test(named);
    const others = this.#others.test(named);
    const decided = always.ignored ? always : others;
    const pattern = decided.ignored ? decided.rule?.pattern : this.#exceptionFor(named, others.unignored);
    return { ignored: decided.ignored, rule: pattern === undefined ? null : this.#ruleOf(pattern, always.ignored) };
  }

  /** The last `!` rule that matches by itself. */
  #exceptionFor(named: string, unignored: boolean): string | undefined {
    if (!unignored) return undefined;
    return this.#patterns.findLast(
      pattern => pattern.startsWith('!') && compiled([pattern.slice(1)]).test(named).ignored,
    );
  }

  #ruleOf(pattern: string, isAlways: boolean): IgnoreRule {
    if (isAlways) return { pattern, origin: 'always' };
    const isOwn = this.#patterns.some(own => own === pattern || own.normalize('NFC') === pattern);
    return { pattern, origin: isOwn ? 'mirror' : 'default' };
  }
}

/** Why a text is no rule; null when it is one. */
export function patternTrouble(pattern: string): 'empty' | 'comment' | 'several lines' | null {
  if (/^\s*[!/]?\s*$/.test(pattern)) return 'empty';
  if (/[\r\n\0]/.test(pattern)) return 'several lines';
  return pattern.startsWith('#') ? 'comment' : null;
}

function compiled(patterns: readonly string[]): Ignore {
  return anew(ignore({ ignorecase: true }), patterns);
}

/** The same rules and more, without what the first remembers of paths. */
function anew(before: Ignore, patterns: readonly string[] = []): Ignore {
  return ignore({ ignorecase: true }).add([
    before,
    ...patterns.map(pattern => ({ pattern: pattern.normalize('NFC') })),
  ]);
}

function namedAs(path: string, kind: Kind): string {
  const named = path.normalize('NFC');
  return kind === 'folder' ? `${named}/` : named;
}
