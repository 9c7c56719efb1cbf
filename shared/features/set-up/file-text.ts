/** What is said about a file that sets a computer up, and about what came of it. */
export const setUpFileTexts = {
  about:
    'Makes this computer ready as one JSON file says, without anybody sitting at it. It can be given again at any time: what is so ' +
    'already stays as it is, and what the file leaves out is not touched. {hostname} in any text of the file is this computer’s name. ' +
    'The key comes on standard input and never stands in the file.',
  timeOfDay: 'Write a time of day such as 08:00.',
  day: 'Write a day such as 2027-06-30.',
  speed: 'Write bytes a second, at least 1000, or 0 for no limit.',
  url: 'Write an address such as https://kb.example.org.',
  format: 'This Benchtop reads format 1. Write "format": 1, or use the Benchtop that the file was made for.',
  unknown: 'This is not known here. Look at how it is written: benchtop setup --example prints a whole file.',
  noJson: (why: string) => `This is no JSON${why === '' ? '' : ` (${why})`}.`,
  trouble: (file: string, path: string, text: string) => `${file}: ${path === '' ? '' : `${path}: `}${text}`,
  nothingDone: 'Nothing was changed.',
  unreadable: (file: string) => `'${file}' cannot be read. Check the path and who may read it.`,
  tooLarge: (file: string) => `'${file}' is too large for a set-up file: at most 1 MiB is read. Nothing was changed.`,
  noConfig: 'Name the file: benchtop setup --config FILE --key-stdin < KEYFILE',
  noKey: 'No key came on standard input. Write: benchtop setup --config FILE --key-stdin < KEYFILE',

  parts: {
    account: 'account',
    keyExpires: 'end of the key',
    computer: 'name of the computer',
    kind: 'kind of computer',
    settings: 'settings',
    limits: 'limits',
    mirrors: 'mirrored folders',
    zones: 'drop zones',
    alerts: 'alerts',
    monitoring: 'monitoring',
  },
  would: (part: string, text: string) => `Would change: ${part}: ${text}`,
  changed: (part: string, text: string) => `Changed: ${part}: ${text}`,
  same: (part: string) => `As it should be: ${part}`,
  failed: (part: string, text: string) => `Not done: ${part}: ${text}`,
  allSame: 'Everything is as the file says. Nothing was changed.',
  afterRestart: 'The name of the computer holds from the next start of Benchtop on.',

  signIn: (service: string) => `signed in at ${service}`,
  noService: 'The file names no service, and nobody is signed in. Add "service".',
  needsKey: 'Nobody is signed in yet. Give the key once: benchtop setup --config FILE --key-stdin < KEYFILE',
  otherService: (now: string) =>
    `This computer is signed in at ${now}. Give the key of the other service with --key-stdin, or correct "service".`,
  waitsForAccount: 'This waits until somebody is signed in.',
  from: (before: string, now: string) => `${before} → ${now}`,
  nobodySaid: 'not said',
  setting: (name: string, before: string, now: string) => `${name} ${before} → ${now}`,
  noSetting: (name: string, known: readonly string[]) =>
    `There is no setting '${name}'. There are: ${known.join(', ')}.`,
  noValue: (name: string, value: string, may: string) => `'${name}' cannot be '${value}'. It can be: ${may}.`,
  limits: 'how fast bytes may travel, and when',
  mirror: (remote: string, local: string) => `${remote} in ${local}`,
  zone: (kind: 'add' | 'change', name: string) => (kind === 'add' ? `'${name}' is added` : `'${name}' is changed`),
  pairedElsewhere: (local: string, remote: string) =>
    `'${local}' is kept in step with '${remote}' already. Correct "mirrors", or end that first: benchtop mirror remove`,
  otherMode: (local: string, now: string) =>
    `'${local}' is mirrored with mode ${now}. A mode is not changed on its way: end it first with benchtop mirror remove; its files stay.`,
  statusFile: (on: boolean) => (on ? 'the status file is written' : 'no status file is written'),
  told: 'who is told when something needs somebody',
} as const;
