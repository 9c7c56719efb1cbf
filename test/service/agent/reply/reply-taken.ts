import { citation, plain } from '../words/markdown.ts';
import { counted } from '../words/numbers.ts';
import type { NamedFile, Taken } from '../request/take.ts';

/** Which files were taken and why, and the next best; or that none fits. */
export function takenMarkdown(taken: Taken): string {
  const { files, maps } = taken;
  const [first] = files;
  if (first === undefined) return noneMarkdown(taken);
  const cited = files.map(citation).join(', ');
  const which = files.length === 1 ? cited : `these ${files.length}, ${cited}`;
  const withMap = maps.length === 0 ? '' : ` with ${maps.map(citation).join(', ')}`;
  return `You gave no file, so I took ${which}${withMap}: ${reasonOf(taken)}.${missingOf(taken)} ${othersMarkdown(taken.others)}`.trim();
}

const AHEAD: { readonly [ahead in Taken['ahead']]: string } = {
  newest: 'it is the newest',
  shortest: 'its name says the least beside that',
  first: 'it is the first by name',
};

function reasonOf({ files, inName, inText, equals, ahead }: Taken): string {
  const name =
    inName.length === 0 ? '' : `${files.length === 1 ? 'its name holds' : 'their names hold'} ${quoted(inName)}`;
  const text = inText.length === 0 ? '' : `${name === '' ? 'its text holds' : 'its text'} ${quoted(inText)}`;
  const reason = [name, files.length === 1 ? text : ''].filter(each => each !== '').join(', ');
  if (files.length > 1 || equals < 2) return reason;
  return `${reason}, and of ${counted(equals, 'file')} that fit equally well ${AHEAD[ahead]}`;
}

function missingOf({ missing, files }: Taken): string {
  if (missing.length === 0 || files.length > 1) return '';
  return ` I did not find ${quoted(missing)} in it.`;
}

const UNREAD = {
  picture: ' (a picture, which I cannot look at)',
  'no text': ' (which has no text that I can read)',
  none: '',
} as const;

function noneMarkdown({ work, words, others }: Taken): string {
  const what = work === 'summarise' ? 'file with a text that I can read' : 'table';
  const near = others.map(other => `${citation(other)}${UNREAD[other.unread ?? 'none']}`);
  const nearest = near.length === 0 ? '' : ` Nearest: ${near.join(', ')}.`;
  const done = work === 'summarise' ? ' I have summarised nothing.' : '';
  return `I found no ${what} that fits ${quoted(words)}.${done}${nearest}`;
}

/** The next best, to be asked for by name. */
export function othersMarkdown(others: readonly NamedFile[]): string {
  return others.length === 0 ? '' : `Next best: ${others.map(citation).join(', ')}.`;
}

function quoted(words: readonly string[]): string {
  return words.map(word => `“${plain(word)}”`).join(', ');
}
