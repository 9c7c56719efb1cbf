import { create } from 'zustand';

import { type Fault, FaultError } from '../../../../shared/fault.ts';
import type { FetchProgress, OpenedContent } from '../../../../shared/features/preview/model.ts';
import type { ItemDetails } from '../../../../shared/features/details/model.ts';
import { contentTexts } from '../../../../shared/features/preview/text.ts';
import { useDetails } from '../../details/stores/details.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { noteOrigin } from '../../../state/fault-origins.ts';
import { goTo } from '../../../state/navigation.ts';
import { answerOrFault } from '../../../state/reading/section.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { withPass } from '../../../state/window-session.ts';

/** The file that is previewed: the id of its row, and which version; null: the current one. */
export interface PreviewSubject {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  /** The task that it is a file of, where the knowledge base does not have it: then `id` names it there. */
  readonly task?: string;
}

/** Bytes that can be fetched. */
export type OpenContent = Extract<OpenedContent, { is: 'open' }>;

/** So much of something came. */
export type Fetched = Pick<FetchProgress, 'doneBytes' | 'sizeBytes'>;

/** How far looking into it is. */
export type PreviewLook =
  /** `fetched`: how far it is, once bytes come from the service; `sizeBytes` null: the total is not known. */
  | { readonly is: 'opening'; readonly isFetching: boolean; readonly fetched: Fetched | null }
  | OpenContent
  | Extract<OpenedContent, { is: 'not-here' }>
  | { readonly is: 'failed'; readonly fault: Fault };

export interface PreviewState {
  /** `pane`: beside the list, follows what is chosen. `sheet`: over the window, from anywhere. */
  readonly place: 'nowhere' | 'pane' | 'sheet';
  /** Whether the pane comes back when the sheet is put away. */
  readonly hasPane: boolean;
  readonly subject: PreviewSubject | null;
  readonly look: PreviewLook | null;
  /** What else is known of it, from the records; null while it is not. */
  readonly details: ItemDetails | null;
  /** Whether there are other bytes by now than those on show. */
  readonly isOld: boolean;
}

const NOTHING = { subject: null, look: null, details: null, isOld: false } as const;

export const usePreview = create<PreviewState>(() => ({ place: 'nowhere', hasPane: false, ...NOTHING }));

/** Counts what was asked for, so that a late answer is known to be late. */
let asked = 0;

/** Opens a file over the window. */
export function openPreview(subject: PreviewSubject): void {
  usePreview.setState(({ place, hasPane }) => ({ place: 'sheet', hasPane: hasPane || place === 'pane' }));
  show(subject);
}

/** Opens what is at a path of a mirrored folder. @throws FaultError when nothing is there any more. */
export async function openPreviewAt(mirror: string, path: string, version: string | null): Promise<void> {
  const { id, name } = await engine.call('files.identify', { path, absolute: null, mirror });
  openPreview({ id, name, version });
}

/** Opens the pane beside the list, or closes it. */
export function togglePreviewPane(subject: PreviewSubject | null): void {
  if (usePreview.getState().place === 'pane') return closePreview();
  usePreview.setState({ place: 'pane', hasPane: true });
  show(subject);
}

/** What is chosen is another one: the pane follows. */
export function followInPane(subject: PreviewSubject | null): void {
  const { place, subject: shown } = usePreview.getState();
  if (place === 'pane' && (shown?.id !== subject?.id || shown?.version !== subject?.version)) show(subject);
}

/** Goes to a conversation; a sheet over the window would stay over it. */
export function goToTask(task: string): void {
  if (usePreview.getState().place === 'sheet') closePreview();
  goTo({ screen: 'chat', task });
}

/** What the pane shows, over the window. */
export function enlargePreview(): void {
  usePreview.setState({ place: 'sheet', hasPane: true });
}

/** Puts it away; a sheet that was enlarged from the pane goes back into it. */
export function closePreview(): void {
  const { place, hasPane } = usePreview.getState();
  if (place === 'sheet' && hasPane) {
    usePreview.setState({ place: 'pane' });
    return;
  }
  letGo();
  clearTimeout(later);
  usePreview.setState({ place: 'nowhere', hasPane: false, ...NOTHING });
}

/** Shows the bytes that are there by now. */
export function showNewer(): void {
  show(usePreview.getState().subject);
}

/** Fetches what is only at the service. */
export function fetchForPreview(): void {
  void open('yes');
}

/** Ends the fetching: nothing more travels, and it is asked about again. */
export function stopFetching(): void {
  void open('no');
}

/** Some bytes of what is open. @throws FaultError `stale` when they are no longer those that were opened. */
export async function readContent(
  { address, sizeBytes }: Pick<OpenContent, 'address' | 'sizeBytes'>,
  [from, to]: readonly [number, number],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const end = Math.min(to, sizeBytes);
  if (end <= from) return new Uint8Array();
  try {
    const headers = from === 0 && end === sizeBytes ? {} : { Range: `bytes=${from}-${end - 1}` };
    const answer = await fetch(withPass(address), { headers, signal, cache: 'no-store' });
    if (answer.status === 404) throw new FaultError({ kind: 'bad-request', detail: contentTexts.gone });
    if (!answer.ok) throw changed();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.byteLength !== end - from) throw changed();
    return bytes;
  } catch (thrown) {
    if (thrown instanceof FaultError) noteOrigin(thrown.fault, 'content.read');
    if (thrown instanceof FaultError || signal.aborted) throw thrown;
    // What broke off was changed, or Benchtop has ended, which the window says elsewhere.
    throw changed();
  }
}

function changed(): FaultError {
  return new FaultError({ kind: 'stale', detail: contentTexts.changed });
}

function show(subject: PreviewSubject | null): void {
  letGo();
  clearTimeout(later);
  asked += 1;
  usePreview.setState({ ...NOTHING, subject, look: subject === null ? null : OPENING });
  if (subject === null) return;
  const now = performance.now();
  const begin = (): void => {
    void open('small');
    void readDetails();
  };
  // Who goes through a list looks at the line they stop at: those passed by are neither read nor fetched.
  if (now - shownAt > PASSING_MS) begin();
  else later = setTimeout(begin, PASSING_MS);
  shownAt = now;
}

/** One subject sooner after the other is passing by, in milliseconds. */
const PASSING_MS = 200;
let shownAt = -Infinity;
let later: ReturnType<typeof setTimeout> | undefined;

const OPENING = { is: 'opening', isFetching: false, fetched: null } as const;

/** The engine need not fetch or keep content that is no longer shown. */
function letGo(): void {
  opening.abort();
  const { look } = usePreview.getState();
  if (look?.is === 'open') engine.call('content.close', { content: look.content }).catch(() => undefined);
}

/** Ends what was asked last. */
let opening = new AbortController();

async function open(fetch: 'no' | 'small' | 'yes'): Promise<void> {
  const { subject } = usePreview.getState();
  if (subject === null) return;
  const mine = ++asked;
  opening.abort();
  opening = new AbortController();
  usePreview.setState({ look: { ...OPENING, isFetching: fetch === 'yes' }, isOld: false });
  const { signal } = opening;
  const { answer, fault } = await answerOrFault(() => opened(subject, fetch, signal));
  const look: PreviewLook = fault === null ? answer : { is: 'failed', fault };
  if (mine === asked && usePreview.getState().subject === subject) usePreview.setState({ look });
  else if (look.is === 'open') engine.call('content.close', { content: look.content }).catch(() => undefined);
}

function opened({ id, version, task }: PreviewSubject, fetch: 'no' | 'small' | 'yes', signal: AbortSignal) {
  if (task === undefined) return engine.call('content.open', { id, version, fetch }, signal);
  return engine.call('chat.openAttachment', { task, attachment: id, fetch }, signal);
}

async function readDetails(): Promise<void> {
  const { subject } = usePreview.getState();
  // What is only a file of a task is in no records.
  if (subject === null || subject.task !== undefined) return;
  // What is not in the records has no details; the rest of the preview does not need them.
  const details = await engine.call('files.details', { id: subject.id }).catch(() => null);
  if (usePreview.getState().subject === subject) usePreview.setState({ details });
}

/** Something changed: perhaps what is on show. What is asked costs one look at one file. */
async function compare(): Promise<void> {
  const { subject, look, isOld } = usePreview.getState();
  // A file of a task never becomes another one.
  if (subject === null || subject.version !== null || subject.task !== undefined || look === null) return;
  void readDetails();
  if (isOld || look.is !== 'open') return;
  const now = await engine.call('content.open', { id: subject.id, version: null, fetch: 'no' }).catch(() => null);
  if (now?.is === 'open') engine.call('content.close', { content: now.content }).catch(() => undefined);
  const same = usePreview.getState();
  if (now !== null && same.look === look && !isSame(look, now)) usePreview.setState({ isOld: true });
}

function isSame(one: OpenContent, other: OpenedContent): boolean {
  if (one.mark === other.mark) return true;
  if (one.version !== null && one.version === other.version) return true;
  return one.sha256 !== null && one.sha256 === other.sha256;
}

engine.on('files.revision', () => void compare());

// What Benchtop, or the service, could not be asked for is asked for again once it is back.
for (const onBack of [onConnected, onServiceBack])
  onBack(() => {
    const { look } = usePreview.getState();
    if (look?.is === 'failed' && look.fault.kind === 'offline') void open('small');
  });

engine.on('content.fetching', all => {
  const { subject, look } = usePreview.getState();
  const mine = all.find(({ id, version }) => id === subject?.id && version === subject.version);
  if (look?.is !== 'opening' || mine === undefined) return;
  const { doneBytes, sizeBytes } = mine;
  usePreview.setState({ look: { is: 'opening', isFetching: true, fetched: { doneBytes, sizeBytes } } });
});

// Two panels beside the list would leave no list: the one that was opened last stays.
useDetails.subscribe((now, before) => {
  if (now.isOpen && !before.isOpen && usePreview.getState().place === 'pane') closePreview();
});
usePreview.subscribe((now, before) => {
  if (now.place === 'pane' && before.place !== 'pane') useDetails.setState({ isOpen: false });
});
