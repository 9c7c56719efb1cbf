import type { Target } from '../build/targets.ts';

/** One part of a package: its files, as paths seen from the part's top with `/`. */
export interface Part {
  readonly name: string;
  readonly files: readonly string[];
}

const WINDOW = [/^renderer\/index\.html$/, /^renderer\/assets\/[\w.@-]+\.(?:js|css|woff2|svg|png)$/];
const TEXTS = [/^LICENSE$/, /^LICENCES\.txt$/, /^package\.json$/];
/** Code that is loaded with the engine carries a hash of itself in its name; the entries do not. */
const ENGINE = [
  /^(?:cli|daemon|thread-main|watch-thread-main|reading-thread-entry)\.js$/,
  /^(?!desktop)[\w-]+-[\w-]{8}\.js$/,
];
const SHELL = [/^desktop(?:-engine|-[\w-]+-[\w-]{8})?\.js$/, /^preload\.cjs$/];
const TRAY = [/^assets\/tray\/[\w-]+(?:@2x)?\.png$/];

/** What lies in the archive, in its unpacked folder, and in the command's folder. Each pattern must meet something. */
export function expectedFiles(target: Target): {
  readonly [P in 'archive' | 'unpacked' | 'command']: readonly RegExp[];
} {
  const ofWindows = target.startsWith('win32') ? ['koffi'] : [];
  const natives = ['better-sqlite3', 'fs-native-extensions', 'keytar', ...ofWindows].map(
    name => new RegExp(`^native/${target}/${name}\\.node$`),
  );
  const inApp = (pattern: RegExp): RegExp => new RegExp(pattern.source.replace('^', '^app/'));
  const program = target.startsWith('win32')
    ? [/^benchtop\.cmd$/, /^node\.exe$/, /^path\.ps1$/]
    : [/^benchtop$/, /^node$/];
  return {
    archive: [...ENGINE, ...SHELL, ...WINDOW, ...TEXTS, ...TRAY, ...natives],
    unpacked: natives,
    command: [...program, /^node-LICENCE\.txt$/, ...[...ENGINE, ...WINDOW, ...TEXTS, ...natives].map(inApp)],
  };
}

/** One sentence for each file that no pattern expects, and for each pattern that matches no file. */
export function breachesOfList({ name, files }: Part, expected: readonly RegExp[]): string[] {
  const unexpected = files.filter(file => !expected.some(pattern => pattern.test(file)));
  const missing = expected.filter(pattern => !files.some(file => pattern.test(file)));
  return [
    ...unexpected.map(file => `${name}: ${file} does not belong there${reasonOf(file)}`),
    ...missing.map(pattern => `${name}: nothing is like ${pattern.source}`),
  ];
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:[cm]?tsx?|tsbuildinfo)$/, 'a source'],
  [/\.map$/, 'a source map'],
  [/(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\./, 'a test'],
  [/\.node$|(?:^|\/)prebuilds\//, 'a binary of another system'],
  [/(?:^|\/)node_modules\//, 'a package'],
  [/(?:^|\/)(?:\.env|credentials|.*\.(?:pem|key|p12|pfx))$/, 'a secret'],
];

function reasonOf(file: string): string {
  const reason = REASONS.find(([pattern]) => pattern.test(file))?.[1];
  return reason === undefined ? '' : ` (${reason})`;
}

/** What must be in no text that we ship, besides the paths of the computer that built it. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  [/\bsvc_live_[A-Za-z0-9]{16,}/, 'a key of the service'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{20,}/, 'a token of a code host'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'a key of a cloud'],
  [/\/\/# sourceMappingURL=/, 'the address of a source map'],
];

/** One sentence for each secret in a text, and for each place of the computer that built it. @param places absolute paths. */
export function leaksIn(file: string, text: string, places: readonly string[]): string[] {
  const secrets = SECRETS.filter(([pattern]) => pattern.test(text)).map(([, what]) => what);
  const known = places.filter(place => text.includes(`${place}/`)).map(place => `the place ${place}`);
  return [...secrets, ...known].map(what => `${file} contains ${what}`);
}
