import { formatCount } from '../../text/format.ts';

/** What the command line says of what is going on, and of this program. */
export const nowTexts = {
  waiting:
    'Lists everything that is not done yet, each with its reason: what you decide, what needs a fix, what is held back, what is next.',
  more: (count: number) => `and ${formatCount(count, 'more', 'more')} in the queue`,
  check:
    'Has the running Benchtop look at both sides now. Without one, benchtop sync --once looks and carries out what it finds.',
  checking: 'Both sides are looked at now.',
  nothingRuns: 'No Benchtop is running that could look. To look once and carry out what is found: benchtop sync --once',
  entry: 'Says everything that is known of one line of the history.',
  place: 'Says what speaks for and against a folder on this computer. Nothing is made or changed.',
  findings: { good: 'good', warn: 'to know', stop: 'not possible' },
  answer:
    'Answers for what waits and was not taken. A file: again tries once more, store gives it up and keeps it in the store. A description: mine is written over theirs, theirs forgets mine, again tries once more.',
  answers: { file: 'again or store', description: 'mine, theirs or again' },
  wrongAnswer: (id: string, answers: string) => `For ${id} the answer is ${answers}.`,
  nothingWaits: (id: string) => `Nothing waits under ${id}. Take an id from: benchtop files waiting --json`,
  answered: 'Done; what waits is tried again by itself.',
  renamed: (name: string) => `Others see you as ${name} from now on.`,
} as const;
