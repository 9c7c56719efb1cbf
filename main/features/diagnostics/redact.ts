import { EMAIL, withoutKeys } from '../../../shared/secrets.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Names in a sentence: what stands between the first and the last quotation mark, and an absolute path up to the end of
 * its line, since names hold spaces and quotation marks. Rather too much is hidden than too little.
 */
const NAMED = /(^|[\s(:,=])(?:(['"‘“])([^\n]{1,8000})(['"’”])|((?:~?\/(?!\/)|[A-Za-z]:\\|\\\\)[^\n]*))/g;

/** Shorter names are parts of ordinary words. */
const SHORTEST_NAME = 3;

/**
 * Blacks out what must not be seen by others. A name or an e-mail address becomes a word that says nothing, always the
 * same one until the program ends, so that one can still see where it is the same; nobody can reckon back from it.
 */
export class Redactor {
  readonly #random: Random;
  readonly #showsNames: boolean;
  readonly #words: Map<string, string>;
  readonly #known: readonly string[];

  /**
   * @param words what stands for what; shared by all that are to say the same.
   * @param known names that are hidden wherever they stand.
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

  /** A name that a person gave: of a file, a folder, an organization, a computer. */
  name(name: string): string {
    if (name === '') return '';
    return this.#showsNames ? this.secrets(name) : this.#word('name', name, extensionOf(name));
  }

  /** Names joined by `/` or `\`; each becomes a word of its own. */
  path(path: string): string {
    if (this.#showsNames) return this.secrets(path);
    return path.replaceAll(/[^/\\]+/g, name => (/^(?:[A-Za-z]:|\.|\.\.|~)$/.test(name) ? name : this.name(name)));
  }

  /**
   * Prose that may quote names, such as the words of a fault.
   * @param names what it is about: hidden without quotation marks, too.
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

  /** Only keys, tokens, signatures and e-mail addresses. */
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

/** Which kind of file it is helps, and says little; long or odd endings are names themselves. */
function extensionOf(name: string): string {
  return /.(\.[A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
