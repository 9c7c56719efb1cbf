import { toRemoteName } from '../../../main/core/names/local-names.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeService } from '../service/fake-service.ts';
import { serviceFiles } from '../judges/invariants.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Story } from './actors.ts';

/** What asking something of the product needs. */
export interface Asking {
  readonly story: Story;
  readonly drive: <T>(promise: Promise<T>) => Promise<T>;
}

/** What deciding needs. */
export interface Deciding extends Asking {
  readonly service: FakeService;
  readonly root: string;
  /** Every content that is in some folder now. */
  readonly everywhere: () => ReadonlySet<string>;
  readonly dice: Dice;
  readonly ledger: Ledger;
}

/** The person who is asked about removals lets them happen, and looks once more when told that older versions cannot be kept. */
export async function letThemRemove({ name, app: { handlers } }: Computer, { story, drive }: Asking): Promise<void> {
  for (const { id, reason } of await drive(handlers['problems.list'](null))) {
    if (reason !== 'older-versions') continue;
    story(`${name} has the older versions of ${id} looked for again`);
    await drive(handlers['problems.retry']({ id }));
  }
  for (const { id } of await drive(handlers['guards.list'](null))) {
    story(`${name} lets the removals of guard ${id} happen`);
    await drive(handlers['guards.answer']({ id, answer: 'remove' }));
  }
}

/** A person answers a question of the product, or gives it a command, as the window and the command line would. */
export async function decideSomething(computer: Computer, deciding: Deciding): Promise<void> {
  const { dice } = deciding;
  computer.witness.isPersonActing = true;
  try {
    await dice.pick([answerConflict, answerConflict, keepRemoved, restoreSomething, retryAll])(computer, deciding);
  } catch (error) {
    // What cannot be any more is said in a sentence; everything else is a mistake.
    if (!(error instanceof FaultError) || error.fault.kind === 'bug') throw error;
    deciding.story(`${computer.name} is told: ${error.message}`);
  } finally {
    computer.witness.isPersonActing = false;
  }
}

async function answerConflict(computer: Computer, { service, dice, ledger, story, drive }: Deciding): Promise<void> {
  const { handlers } = computer.app;
  const conflicts = await drive(handlers['conflicts.list'](null));
  if (conflicts.length === 0) return;
  const { id, copyPath, fileId } = dice.pick(conflicts);
  const keep = dice.pick(['mine', 'theirs', 'both'] as const);
  story(`${computer.name} keeps ${keep} of ${copyPath}`);
  const copy = computer.disk.tree.read(`${FOLDER}/${copyPath}`);
  const head = fileId === null ? undefined : service.sights.versionsOf(fileId).at(-1);
  if (keep === 'theirs') ledger.giveUp(copy);
  if (keep === 'mine') ledger.allowTwice(copy);
  if (keep === 'mine' && head !== undefined) ledger.giveUp(new TextDecoder().decode(head.bytes));
  await drive(handlers['conflicts.resolve']({ id, keep }));
}

/** Only of removals here: what was removed at the service and kept stays on this computer alone. */
async function keepRemoved(computer: Computer, { ledger, story, drive }: Deciding): Promise<void> {
  const { handlers } = computer.app;
  for (const { id, direction, items } of await drive(handlers['guards.list'](null))) {
    if (direction !== 'here') continue;
    story(`${computer.name} wants back what guard ${id} asks about`);
    const asked = await drive(handlers['guards.items']({ id, offset: 0, limit: items }));
    for (const { path } of asked.items) ledger.wantBack(path);
    await drive(handlers['guards.answer']({ id, answer: 'keep' }));
  }
}

/** Brings something back from the store whose content is nowhere else. */
async function restoreSomething(computer: Computer, deciding: Deciding): Promise<void> {
  const { dice, ledger, story, drive } = deciding;
  const { handlers } = computer.app;
  const there = deciding.everywhere();
  const lost = (await drive(handlers['store.list'](null))).filter(({ id }) => {
    const bytes = computer.disk.stored.get(id);
    const text = bytes === undefined ? null : new TextDecoder().decode(bytes);
    return text !== null && !there.has(text);
  });
  if (lost.length === 0) return;
  const { id, path } = dice.pick(lost);
  const bytes = computer.disk.stored.get(id);
  story(`${computer.name} brings ${path} back from the store`);
  await drive(handlers['store.restore']({ id }));
  if (bytes !== undefined) ledger.handBack(new TextDecoder().decode(bytes));
  const text = bytes === undefined ? null : new TextDecoder().decode(bytes);
  // A text that a person overwrote at the service, having seen it, is replaced by it again: both sides agreed on it.
  if (text !== null && !isOverwritten(deciding, text)) ledger.takeBack(text);
}

/** Whether a file that is there has this text in its history, and another one on top. */
function isOverwritten({ service, root }: Deciding, text: string): boolean {
  const files = service.sights.tree(root).filter(({ kind }) => kind === 'file');
  return files.some(({ id }) => {
    const texts = service.sights.versionsOf(id).map(({ bytes }) => new TextDecoder().decode(bytes));
    return texts.slice(0, -1).includes(text);
  });
}

async function retryAll(computer: Computer, { drive }: Deciding): Promise<void> {
  await drive(computer.app.handlers['problems.retry']({ id: null }));
}

/** At rest: the folder is unlinked and mirrored again; every item must be recognised. */
export async function linkAnew(computer: Computer, deciding: Deciding): Promise<void> {
  const { root, story, drive } = deciding;
  const { handlers } = computer.app;
  const [mirror] = await drive(handlers['mirrors.list'](null));
  if (mirror === undefined) return;
  story(`${computer.name} removes the mirror and makes it anew`);
  if (mirror.mode === 'upload') allowSentAgain(computer, deciding);
  await drive(handlers['mirrors.remove']({ id: mirror.id }));
  await drive(handlers['mirrors.add']({ remote: root, local: FOLDER, mode: mirror.mode }));
}

/**
 * An upload mirror fetches nothing, so it cannot know that a file elsewhere at the service now is one that is here, nor
 * which of several folders of one name there is the one here.
 */
function allowSentAgain(computer: Computer, { service, root, ledger }: Deciding): void {
  const there = new Set(serviceFiles(service, root).map(([path, text]) => `${path}: ${text}`));
  const folders = service.sights.tree(root).flatMap(({ kind, path }) => (kind === 'folder' ? `${path}/` : []));
  const namesakes = folders.filter((path, index) => folders.indexOf(path) !== index);
  for (const [path, text] of Object.entries(computer.texts())) {
    const remotePath = toRemoteName(path, computer.disk.tree.names);
    const isToldApart = !namesakes.some(folder => remotePath.startsWith(folder));
    if (!isToldApart || !there.has(`${remotePath}: ${text}`)) ledger.allowTwice(text);
  }
}
