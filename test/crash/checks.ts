import { hash } from 'node:crypto';

import type { Item } from '../../main/core/item.ts';
import type { ItemId } from '../../shared/ids.ts';
import type { SyncReport } from '../../shared/features/status/model.ts';
import { FOLDER } from '../sim/world/computer.ts';
import { fingerprintOf } from '../sim/fakes/fake-disk-parts.ts';
import { mustBeListed, mustBeSettled, mustBeWhole, mustBeWithinReach, serviceFiles } from '../sim/judges/invariants.ts';
import type { CrashStage } from './stage.ts';

/** Syncs after which everything must rest. */
const MOST_SYNCS = 24;

/** The journal claims nothing that is not so, at any instant (I6). */
export function mustBeHonest({ ada, lab }: CrashStage): void {
  const versions = new Map(lab.service.sights.history().map(({ versionId, bytes }) => [versionId, sha256(bytes)]));
  for (const mirror of ada.journal.mirrors.all()) {
    const { items } = ada.journal.items.tree(mirror.id, mirror.rootItem);
    for (const { id, base, local } of items.values()) {
      if (base?.version && base.sha256 !== null && versions.get(base.version) !== base.sha256)
        throw new Error(`I6: item ${id} is agreed on with bytes that its version does not have`);
      const node = local === null ? null : ada.disk.tree.find(`${FOLDER}/${pathOf(items, id)}`);
      if (
        node?.kind === 'file' &&
        local?.sha256 &&
        local.fingerprint === fingerprintOf(node) &&
        sha256(node.bytes) !== local.sha256
      )
        throw new Error(`I6: item ${id} is recorded with bytes that its file does not have`);
    }
  }
  for (const { name, sha256: said } of ada.journal.trash.all()) {
    const bytes = ada.disk.stored.get(name);
    if (said !== null && bytes !== undefined && sha256(bytes) !== said)
      throw new Error(`I6: '${name}' in the store has other bytes than its row says`);
  }
}

/** What is asked of the product, and what may have come of it. */
interface Wellness {
  readonly mayConflict: boolean;
  /** Whether a person has what was refused tried again; without that it waits for hours. */
  readonly isRetried: boolean;
  /** Whether a file may be left staged until the next start: the disk made it and said that it had not. */
  readonly mayLeaveStaged: boolean;
  /** Whether what both sides made alike may be there twice: a look did not show it, as if it had come after that. */
  readonly mayDouble: boolean;
  readonly again: () => Promise<void>;
}

/**
 * After a restart: nothing is lost at any time, all comes to rest, both sides are equal, nothing is doubled, the person
 * gets no needless question or notice, and rest is rest.
 */
export async function mustBeWell(
  stage: CrashStage,
  { mayConflict, isRetried, mayLeaveStaged, mayDouble, again }: Wellness,
): Promise<void> {
  mustBeListed(stage.ada);
  checkAll(stage);
  await again();
  checkAll(stage);
  await mustRest(stage, isRetried);
  if (stage.mode === 'two-way') mustBeSettled({ ...checked(stage), mayLeaveStaged, mayDouble });
  else mustBeKept(stage, mayLeaveStaged);
  if (!mayConflict) mustHaveNoConflict(stage);
  const before = sight(stage);
  stage.lab.clock.advanceBy(6000);
  if (isBusy(stage, await stage.lab.sync(stage.ada))) throw new Error('I3: there was something to do at rest');
  if (sight(stage) !== before) throw new Error('I3: something changed at rest');
}

function checkAll(stage: CrashStage): void {
  mustBeHonest(stage);
  mustBeWhole(checked(stage));
  mustBeWithinReach(checked(stage));
}

function checked({ lab, ada, ledger }: CrashStage): Parameters<typeof mustBeWhole>[0] {
  return { service: lab.service, root: lab.root, computers: [ada], ledger };
}

/** Comes to a sync with nothing to do; the caller makes the next one, which must find nothing either. */
async function mustRest(stage: CrashStage, isRetried: boolean): Promise<void> {
  const { lab, ada } = stage;
  for (let turn = 0; turn < MOST_SYNCS; turn++) {
    if (!isBusy(stage, await lab.sync(ada))) return;
    lab.clock.advanceBy(turn < 4 ? 6000 : 700_000);
    if (turn >= 4) await letRemove({ lab, ada });
    if (turn === 4 && isRetried) await lab.call(ada, 'problems.retry', { id: null });
  }
  throw new Error('I2: it never comes to rest');
}

function isBusy({ mode }: CrashStage, report: SyncReport): boolean {
  const { sent, received, moved, removed, held, blocked, stopped } = report;
  // An edit in a mirror that only receives is told for as long as it is there: that is its rest.
  const waiting = held.filter(({ reason }) => mode !== 'download' || reason !== 'not-sent');
  return sent + received + moved + removed + waiting.length + blocked.length > 0 || stopped !== null;
}

async function letRemove({ lab, ada }: Pick<CrashStage, 'lab' | 'ada'>): Promise<void> {
  for (const { id } of await lab.call(ada, 'guards.list', null))
    await lab.call(ada, 'guards.answer', { id, answer: 'remove' });
}

/**
 * In a one-way mirror the sides may differ; a text that was not given up is still on one of them, or in the history of a
 * file on which the leading side has put its own; nothing is left over.
 */
function mustBeKept(stage: CrashStage, mayLeaveStaged: boolean): void {
  const { lab, ada, ledger } = stage;
  for (const text of ledger.live) ledger.settle(text);
  mustBeWithinReach(checked(stage));
  const here = Object.values(ada.texts());
  const there = serviceFiles(lab.service, lab.root).map(([, text]) => text);
  for (const side of [here, there]) {
    const doubled = side.find((text, index) => side.indexOf(text) < index && !isMeantTwice(stage, text));
    if (doubled !== undefined) throw new Error(`I9: '${doubled}' is there twice: ${side.join(', ')}`);
  }
  const left = ada.journal.mirrors.all().flatMap(({ id }) => ada.journal.intents.all(id));
  if (left.length > 0) throw new Error(`An intent is left: ${JSON.stringify(left[0]?.work)}`);
  const staged = ada.disk.tree.find(`${FOLDER}/.benchtop/stage`);
  if (staged?.kind === 'folder' && staged.names.size > 0 && !mayLeaveStaged)
    throw new Error('Something is left staged');
  mustBeListed(ada);
}

function isMeantTwice({ ledger }: CrashStage, text: string): boolean {
  return ledger.extrasOf(text) + ledger.backupsOf(text) > 0;
}

function mustHaveNoConflict({ lab, ada }: CrashStage): void {
  const paths = [...Object.keys(ada.texts()), ...serviceFiles(lab.service, lab.root).map(([path]) => path)];
  const copy = paths.find(path => path.includes('(conflict'));
  if (copy !== undefined) throw new Error(`I10: '${copy}' although only one side changed anything`);
  if (ada.journal.conflicts.open().length > 0) throw new Error('I10: a conflict is open');
}

function sight({ lab, ada }: CrashStage): string {
  return JSON.stringify([serviceFiles(lab.service, lab.root), ada.texts(), ada.stored()]);
}

function pathOf(items: ReadonlyMap<ItemId, Item>, id: ItemId): string {
  const names: string[] = [];
  for (let at = items.get(id)?.local ?? null; at !== null; at = items.get(at.parent)?.local ?? null)
    names.unshift(at.name);
  return names.join('/');
}

function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
