import type { SideInfo, WhyInfo, WhyItem } from './why-model.ts';
import { formatBytes, formatComing } from '../../text/format.ts';
import { decisionWords, folderWords, insideWords, situationWords } from './policy-text.ts';
import { ruleTexts } from '../mirrors/rules-text.ts';

/** What `why` says besides what is open. */
export const whyTexts = {
  paused: 'Syncing is paused. Nothing is sent or downloaded until it is resumed.',
  onlineOnly: 'Its space here was freed, so it is only at the service. To have it here again: benchtop keep PATH',
  stopped: 'Nobody is signed in, or the access has ended. Nothing is sent or downloaded until somebody signs in.',
  settles: 'It is read when it has been quiet for long enough.',
  unseenHere: 'It cannot be seen here now, so nothing is done about it. What is recorded is what was seen last.',
  unseenThere:
    'It cannot be seen at the service now, so nothing is done about it. What is recorded is what was seen last.',
  begun: 'Something was begun for it and its outcome is not known yet. That is found out before anything else.',
} as const;

/** The words of the sheet that explains one item. */
export const whyWords = {
  title: (name: string) => (name === '' ? 'Why is this folder not finished?' : `Why is '${name}' not finished?`),
  reading: 'Looking it up…',
  nothing: 'Nothing keeps it: it is in step, or its turn comes by itself.',
  goesOn: (moment: string) => `Goes on by itself: ${moment}.`,
  details: 'Everything that decides about it',
  close: 'Close',
} as const;

/** Why a path is as it is, in lines for people. Times are told by `clock`. */
export function whyLines(why: WhyInfo, clock: (iso: string) => string, nowMs: number): readonly string[] {
  const { item, path, reasons, next } = why;
  const coming = (iso: string): string => formatComing(Date.parse(iso), nowMs, () => clock(iso));
  return [
    `${path === '' ? 'The mirrored folder itself' : path}  (${why.mirror}, ${why.mode})`,
    ...(item === null ? nothingRecorded(why) : itemLines(item, clock)),
    ...(item === null || why.ruling.rule === null || why.ruling.ignored ? [] : [throughLine(why)]),
    ...reasons.map(({ text, until }) => `- ${text}${until === null ? '' : ` (${coming(until)})`}`),
    ...(next === null ? [] : [`Next, by itself: ${coming(next)}`]),
  ];
}

function nothingRecorded({ path, ruling }: WhyInfo): readonly string[] {
  const line =
    'Nothing is recorded at this path: it was never seen here or at the service, or it is gone on both sides.';
  return ruling.ignored ? [line] : [line, ruling.rule === null ? ruleTexts.none(path) : throughLine({ path, ruling })];
}

function throughLine({ path, ruling }: Pick<WhyInfo, 'path' | 'ruling'>): string {
  return ruleTexts.through(path, ruling.rule?.pattern ?? '');
}

function itemLines(item: WhyItem, clock: (iso: string) => string): readonly string[] {
  const { agreed, attempts, cell, steps } = item;
  return [
    `Here:        ${sideWords(item.here, clock)}`,
    `Service:     ${sideWords(item.there, clock)}`,
    `Agreed:      ${agreed === null ? 'nothing yet' : [agreed.path ?? agreed.name, ...bytesOf(agreed)].join(', ')}`,
    ...(cell === null ? [] : cellLines(cell)),
    `Next plan:   ${steps.length > 0 ? steps.map(stepWords).join(', then ') : (waitWords(item.waits) ?? 'nothing to do')}`,
    ...(attempts > 1 ? [`Tried:       ${attempts} times`] : []),
  ];
}

const SIGHTS: { readonly [S in SideInfo['sight']]: string } = {
  present: '',
  absent: 'not there',
  unknown: 'cannot be seen now; last seen: ',
};

function sideWords(side: SideInfo, clock: (iso: string) => string): string {
  if (side.path === null) return side.sight === 'unknown' ? 'cannot be seen now' : SIGHTS.absent;
  const size = side.sizeBytes === null ? [] : [formatBytes(side.sizeBytes)];
  const changed = side.changedAt === null ? [] : [`changed ${clock(side.changedAt)}`];
  return `${SIGHTS[side.sight]}${[side.path, ...size, ...changed, ...bytesOf(side)].join(', ')}`;
}

/** Enough of a hash or a version to tell two apart. */
function bytesOf({ sha256, version }: Pick<SideInfo, 'sha256' | 'version'>): readonly string[] {
  const version8 = version === null ? [] : [`version ${version.slice(0, 8)}`];
  return [...version8, ...(sha256 === null ? [] : [`bytes ${sha256.slice(0, 12)}`])];
}

function cellLines(cell: NonNullable<WhyItem['cell']>): readonly string[] {
  const { column, decision, kept, name, parent, row, sameBytes, table } = cell;
  const isFolder = table === 'folders';
  const [rowWords, columnWords] = isFolder
    ? [wordOf(situationWords, row), wordOf(insideWords, column)]
    : [changeWords(row), changeWords(column)];
  const where = isFolder ? `${rowWords}; inside: ${columnWords}` : `here: ${rowWords}; service: ${columnWords}`;
  const why = kept
    ? ' (kept on this computer only, as you decided)'
    : sameBytes
      ? ' (the same bytes on both sides)'
      : '';
  const places = [winner('name', name), winner('folder', parent)].filter(words => words !== '');
  return [
    `Policy:      ${table}: ${where} → ${wordOf(isFolder ? folderWords : decisionWords, decision)}${why}`,
    ...(places.length === 0 ? [] : [`Place:       ${places.join(', ')}`]),
  ];
}

function changeWords(change: string): string {
  return change === 'same' ? 'unchanged' : change === 'unknown' ? 'cannot be seen' : change;
}

function winner(attribute: string, whose: string | null): string {
  if (whose === null || whose === 'agreed') return '';
  return `the ${attribute} is ${whose === 'local' ? 'the one it has here' : "the service's"}`;
}

const WAITS: { readonly [wait: string]: string } = {
  'set aside': 'it is set aside until its problem is solved or its time has come',
  'with its folder': 'it goes along with its folder',
  'others first': 'it waits for another item or folder that has to come or go first',
  'folder unseen': 'it waits until the service shows what is in its folder there; it may be there already',
};

function waitWords(wait: string | null): string | null {
  return wait === null ? null : wordOf(WAITS, wait);
}

/** What each kind of step does. */
const STEPS: { readonly [step: string]: string } = {
  agree: 'record that both sides are the same',
  forget: 'drop the record',
  'keep-here': 'keep it on this computer only',
  join: 'take the one here and the one at the service for one item',
  'create-folder-local': 'make the folder here',
  'create-folder-remote': 'make the folder at the service',
  'move-local': 'rename or move it here',
  'move-remote': 'rename or move it at the service',
  upload: 'send it as a new file',
  'upload-version': 'send it as a new version',
  download: 'fetch it',
  'keep-both': 'fetch theirs and compare; different bytes are both kept',
  'delete-local': 'take it away here, into the store',
  'delete-remote': 'remove it at the service, after hold and guard',
};

/** What a kind of step does, in words. */
export function stepWords(step: string): string {
  return wordOf(STEPS, step);
}

function wordOf(words: { readonly [name: string]: string }, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
}
