import type { Random } from '../../ports/random.ts';

/** What must never leave this computer, and what stands there instead. Whoever adds to it adds to its test. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // Certificates are public, keys are not; nobody needs either.
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[hidden key]'],
  [/\bsvc_[A-Za-z0-9_-]+/g, 'svc_[hidden]'],
  [/\beyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]+)*/g, '[hidden token]'],
  [/\b(Bearer|Basic)\s+[^\s"\\,;]+/gi, '$1 [hidden]'],
  // Who signs in to a proxy or a service by its address.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'@]+@/gi, '$1[hidden]@'],
  // Of an address, what stands behind the question mark or the hash: presigned addresses sign with it.
  [/\b(https?:\/\/[^\s"'<>?#\\]*)[?#][^\s"'<>\\]*/gi, '$1?[hidden]'],
  [/(\/invitations?\/)[A-Za-z0-9_-]{8,}/gi, '$1[hidden]'],
  [/\b(X-Amz-[A-Za-z-]+)(=|%3D|\\*"?:\s*\\*"?)[^\s"&\\]+/gi, '$1$2[hidden]'],
  [/([?&](?:sig|signature|se|sp|sv|token|key|expires|credential|policy|key-pair-id|code)=)[^\s"&\\#]+/gi, '$1[hidden]'],
  [
    /("?(?:api[-_]?key|authorization|cookie|password|secret|[a-z]{0,30}token)\\*"?\s*[:=]\s*)(?!\[hidden)(\\*")?[^\s"',;}\\]+/gi,
    '$1$2[hidden]',
  ],
];

const EMAIL = /[A-Z0-9._%+-]{1,64}(?:@|%40)[A-Z0-9-]+(?:\.[A-Z0-9-]+)+/gi;
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
    const without = SECRETS.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text);
    return without.replaceAll(EMAIL, email => this.#word('person', email.toLowerCase().replace('%40', '@'), ''));
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
