import type { Item } from '../../../main/core/item.ts';
import type { SyncReport } from '../../../shared/features/status/model.ts';
import type { Story } from './actors.ts';
import type { Computer } from '../world/computer.ts';

/** What the computers have recorded, for the story of a failure. */
export function tellRecords(computers: readonly Computer[], story: Story): void {
  for (const { name, journal } of computers) {
    for (const { path, verb, version, cause } of journal.history.page(null, MOST_TOLD).toReversed())
      story(`${name} ${verb} ${path} ${short(version)}: ${cause}`);
    for (const { id, rootItem } of journal.mirrors.all())
      for (const item of journal.items.tree(id, rootItem).items.values()) story(`${name} ${recordText(item)}`);
  }
}

/** The last deeds of a computer that are told. */
const MOST_TOLD = 200;

function recordText({ id, kind, local, localPresence, remote, remotePresence, base, localOnlyContent }: Item): string {
  const here = `${localPresence} ${local?.parent}/${local?.name} ${short(local?.sha256)}`;
  const there = `${remotePresence} ${remote?.parent}/${remote?.name} ${short(remote?.version)} ${short(remote?.sha256)}`;
  const agreed = `${base?.parent}/${base?.localName}=${base?.remoteName} ${short(base?.version)} ${short(base?.sha256)}`;
  return `${kind} ${id}: here ${here} | there ${there} | agreed ${agreed} | kept ${localOnlyContent}`;
}

function short(text: string | null | undefined): string {
  return text?.slice(0, 4) ?? '-';
}

/** What a sync came to, and whether anything is left that another one may get further with. */
export function outcomeOf(report: SyncReport): { readonly isBusy: boolean; readonly line: string } {
  const { sent, received, moved, removed, blocked, stopped } = report;
  // What may not be sent rests where it is.
  const held = report.held.filter(({ reason }) => reason !== 'not-sent');
  const words = [
    ...held.map(({ reason }) => reason),
    ...blocked.map(({ text }) => text),
    ...(stopped === null ? [] : [stopped.text]),
  ];
  const line = `sent ${sent}, received ${received}, moved ${moved}, removed ${removed}, held ${held.length} ${words.join(' ')}`;
  return { isBusy: sent + received + moved + removed + held.length + blocked.length > 0 || stopped !== null, line };
}
