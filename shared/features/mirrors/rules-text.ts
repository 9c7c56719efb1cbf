/** What is said about rules that skip files and folders. */
export const ruleTexts = {
  always: 'always',
  default: 'built in',
  mirror: 'yours',
  /** Of a rule: what it skipped when both sides were last looked at. A folder counts once. */
  hides: (here: number, there: number) => `skips ${here} here, ${there} at the service`,
  ignored: (path: string, pattern: string) => `'${path}' is skipped by the rule '${pattern}'.`,
  through: (path: string, pattern: string) => `'${path}' is not skipped: the rule '${pattern}' lets it through.`,
  none: (path: string) => `'${path}' is not skipped by any rule.`,
  added: (pattern: string) =>
    `'${pattern}' is a rule now. What it skips stays where it is on both sides; nothing is sent, downloaded or removed for it.`,
  known: (pattern: string) => `'${pattern}' was a rule already.`,
  removed: (pattern: string) => `'${pattern}' is no rule any more. What it skipped is looked at again on both sides.`,
  folderKeeps: (path: string, names: readonly string[]) =>
    `The folder '${path}' was removed here, but at the service it still holds what a rule skips (${listed(names)}), so it stays there. Remove that at the service first, or change the rule.`,
  trouble: {
    empty: 'A rule needs a pattern, such as *.log or raw/',
    comment: "A pattern that begins with # is a comment and skips nothing. Write \\# for a name that begins with '#'.",
    'several lines': 'A rule is one line. Add several rules one after the other.',
  },
  builtIn: (pattern: string) =>
    `'${pattern}' is built in and cannot be taken away. Where it may be overridden, add '!${pattern}'.`,
  unknown: (pattern: string) => `There is no rule '${pattern}'. See: benchtop ignore list`,
  whichMirror: (ids: readonly string[]) => `Say which mirror is meant, with --mirror and one of: ${ids.join(', ')}.`,
  noMirror: 'Nothing is mirrored yet. Add a folder with: benchtop mirror add',
  several: (path: string, places: readonly string[]) =>
    `Several mirrored folders have '${path}'. Write the whole path: ${places.join(', ')}.`,
  outside: (path: string) => `'${path}' is in no mirrored folder.`,
} as const;

/** Up to three names, and how many more. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, 3).map(name => `'${name}'`);
  return names.length > 3 ? `${first.join(', ')} and ${names.length - 3} more` : first.join(', ');
}
