import ignore from 'ignore';
import type { Ignore } from 'ignore';

import type { Kind } from '../item.ts';

/** A rule, in gitignore's syntax, for names and paths that are not synchronised. */
export interface IgnoreRule {
  readonly pattern: string;
  /**
   * `always`: cannot be overridden. `default`: a rule of the mirror such as `!*.part` overrides it. `mirror`: a
   * person's own rule.
   */
  readonly origin: 'always' | 'default' | 'mirror';
}

/** Files that operating systems leave in folders, and our own folder. */
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
 * Owner files of office programs, autosave files of Emacs, temporary files, and unfinished downloads of browsers. The
 * list stays short: ignoring a file that a person needs loses it silently, while synchronising one too many only costs
 * a transfer.
 */
const DEFAULTS = ['~$*', '.~lock.*#', '[#]*#', '*.tmp', '*.crdownload', '*.part'];

/** The rules of every mirror, in the order in which they apply. */
export const BUILT_IN: readonly IgnoreRule[] = [
  ...ALWAYS.map(pattern => ({ pattern, origin: 'always' as const })),
  ...DEFAULTS.map(pattern => ({ pattern, origin: 'default' as const })),
];

/**
 * Compiled once, because every scan makes its rules from them. They are only copied, never tested: testing fills a
 * cache.
 */
const COMPILED_ALWAYS = compiled(ALWAYS);
const COMPILED_DEFAULTS = compiled(DEFAULTS);

/** The result for a path, and the rule that decided. */
export interface Ruling {
  readonly ignored: boolean;
  /** Null when no rule matches. For a path that is not ignored: the `!` rule that excepts it. */
  readonly rule: IgnoreRule | null;
}

/**
 * The rules of one mirror. Paths are local ones, also for remote items (the path they would have here), so that a rule
 * means the same on both sides. Case is ignored on every computer alike. An ignored item is never taken for removed.
 */
export class Ignoring {
  readonly #always: Ignore;
  readonly #others: Ignore;
  readonly #patterns: readonly string[];
  readonly #folders = new Map<string, boolean>();

  /** @param patterns the mirror's own rules in order; a later one overrides an earlier one. */
  constructor(patterns: readonly string[] = []) {
    this.#patterns = patterns;
    this.#always = copiedWith(COMPILED_ALWAYS);
    this.#others = copiedWith(COMPILED_DEFAULTS, patterns);
  }

  /** All rules, the mirror's own last. */
  get rules(): readonly IgnoreRule[] {
    return [...BUILT_IN, ...this.#patterns.map(pattern => ({ pattern, origin: 'mirror' as const }))];
  }

  /** Differs whenever any rule differs, built-in ones included: the next scan must then list everything again. */
  get fingerprint(): string {
    return JSON.stringify(this.rules.map(({ pattern }) => pattern));
  }

  /** Whether an item at a path inside the mirror is ignored, by itself or because of a folder above it. */
  ignores(path: string, kind: Kind): boolean {
    if (path === '') return false;
    // As in git, a rule cannot re-include a file whose folder is ignored.
    const slash = path.lastIndexOf('/');
    if (slash > 0 && this.#ignoresFolder(path.slice(0, slash))) return true;
    const name = namedAs(path.slice(slash + 1), kind);
    // The built-in rules match names only: without own rules, testing the name alone is enough and caches better.
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

  /** The rule that decides for a path. */
  ruling(path: string, kind: Kind): Ruling {
    if (path === '') return { ignored: false, rule: null };
    const named = namedAs(path, kind);
    const always = this.#always.test(named);
    const others = this.#others.test(named);
    const decided = always.ignored ? always : others;
    const pattern = decided.ignored ? decided.rule?.pattern : this.#exceptionFor(named, others.unignored);
    return { ignored: decided.ignored, rule: pattern === undefined ? null : this.#ruleOf(pattern, always.ignored) };
  }

  /** The last `!` rule that matches the path. */
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

/** Why a text is not a valid rule; null when it is one. */
export function patternTrouble(pattern: string): 'empty' | 'comment' | 'several lines' | null {
  if (/^\s*[!/]?\s*$/.test(pattern)) return 'empty';
  if (/[\r\n\0]/.test(pattern)) return 'several lines';
  return pattern.startsWith('#') ? 'comment' : null;
}

function compiled(patterns: readonly string[]): Ignore {
  return copiedWith(ignore({ ignorecase: true }), patterns);
}

/** A copy of compiled rules with more rules added, without the cache of the original. */
function copiedWith(before: Ignore, patterns: readonly string[] = []): Ignore {
  return ignore({ ignorecase: true }).add([
    before,
    ...patterns.map(pattern => ({ pattern: pattern.normalize('NFC') })),
  ]);
}

function namedAs(path: string, kind: Kind): string {
  const named = path.normalize('NFC');
  return kind === 'folder' ? `${named}/` : named;
}
