import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { ItemAbout, ItemDetails } from '../../../shared/features/details/model.ts';
import type { Reader } from '../../../shared/features/sharing/audience-model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { notSentLine } from '../../../shared/features/attention/troubles-text.ts';
import { EVERYBODY } from '../../core/policy/audience.ts';
import { isoTime } from '../../core/calendar.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import { fileOf, queueDescription } from '../../engine/outgoing/send-descriptions.ts';
import type { OutgoingQueue } from '../../engine/outgoing/queue.ts';
import { hasOtherBytes } from '../browse/mirror-rows.ts';
import { authorNames } from '../../items/author-names.ts';
import { nameOf } from '../../items/local/local-path.ts';
import { type MirroredThing, serviceOf, type Thing, thingOf, thingsOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../../items/or-null.ts';
import { isHere } from '../../items/target-folder.ts';

type Section = 'files.details' | 'files.about' | 'files.describe' | 'files.describeAnswer' | 'files.note';

/** What details need from other features. */
export interface DetailsHelp {
  /** Called when an item's tags may have changed. */
  readonly described: (thing: Thing) => void;
  /** Facts of a pinned file outside of the mirrors; null: it is not pinned. */
  readonly kept: (id: ServiceId) => PinnedFacts | null;
}

/** A version whose bytes are on this computer, outside of the mirrors. */
export type PinnedFacts = Pick<ItemDetails, 'name' | 'sizeBytes' | 'version' | 'sha256'>;

/** What is known of one file or folder, and its description and tags. */
export function detailsHandlers(
  context: AppContext,
  queue: OutgoingQueue,
  { described, kept }: DetailsHelp,
): Pick<Handlers, Section> {
  const { journal, world } = context;
  return {
    'files.details': async ({ id }) => {
      const thing = thingOf(journal, id);
      const details = detailsOf(context, thing);
      return thing.where === 'service' ? { ...details, ...kept(thing.id) } : details;
    },
    'files.about': async ({ id }) => {
      const thing = thingOf(journal, id);
      const about = await aboutOf(context, thing);
      described(thing);
      return about;
    },
    'files.describe': async ({ ids, description, addTags, removeTags }) => {
      const files = thingsOf(journal, ids).filter(thing => thing.where === 'service' || thing.item.kind === 'file');
      if (files.length === 0) throw badRequest(detailsTexts.onlyFiles);
      const tags = { add: [...new Set(addTags)], remove: removeTags };
      for (const thing of files) {
        const from = description === null ? null : (description.from ?? (await lastKnown(context, thing)));
        const wish = { description: description === null ? null : { from, to: description.to }, ...tags };
        queueDescription({ journal, clock: world.clock }, subjectOf(thing), wish);
      }
      await queue.sendAll();
      queue.poke();
      for (const thing of files) described(thing);
      context.changed();
      const waiting = files.filter(thing => journal.outgoing.describing(subjectOf(thing).subject) !== null).length;
      return { files: files.length, waiting };
    },
    'files.describeAnswer': async ({ id, answer }) => {
      const thing = thingOf(journal, answerFor(context, id, answer));
      await queue.sendAll();
      described(thing);
      queue.poke();
      context.changed();
      return null;
    },
    'files.note': async ({ id, note }) => {
      const thing = thingOf(journal, id);
      if (thing.where === 'service' || thing.item.kind !== 'file') throw badRequest(detailsTexts.noNote);
      journal.descriptions.setNote(thing.item.id, note === null || note.trim() === '' ? null : note);
      context.changed();
      return null;
    },
  };
}

function subjectOf(thing: Thing): { subject: string; name: string } {
  if (thing.where === 'service') return { subject: thing.id, name: thing.id };
  return { subject: String(thing.item.id), name: nameOf(thing.item) };
}

/** The last known description; for a file never asked about, the current one from the service. */
async function lastKnown(context: AppContext, thing: Thing): Promise<string | null> {
  const { journal } = context;
  const file = fileOf(journal, subjectOf(thing).subject);
  if (file === null) return null;
  const waiting = journal.outgoing.describing(subjectOf(thing).subject);
  if (waiting?.work.kind === 'describe' && waiting.work.wish.description !== null)
    return waiting.work.wish.description.to;
  const known = journal.descriptions.get(file.id);
  if (known !== null) return known.description;
  try {
    return (await (await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null)).described(file.id))
      .description;
  } catch (error) {
    // The present description is checked again when it is sent.
    if (error instanceof FaultError) return null;
    throw error;
  }
}

/** @returns the row id of the item the answer concerns. */
function answerFor({ journal }: AppContext, id: number, answer: 'mine' | 'theirs' | 'again'): string {
  const waiting = journal.outgoing.get(id);
  if (waiting === null || waiting.work.kind !== 'describe') throw badRequest(detailsTexts.nothingWaits);
  const { wish, theirs } = waiting.work;
  journal.transaction(() => {
    if (answer === 'theirs') {
      const rest = { description: null, add: wish.add, remove: wish.remove };
      if (wish.add.length + wish.remove.length === 0) return journal.outgoing.remove(id);
      journal.outgoing.setWork(id, { kind: 'describe', wish: rest });
    } else if (answer === 'mine' && wish.description !== null) {
      const description = { from: theirs ?? null, to: wish.description.to };
      journal.outgoing.setWork(id, { kind: 'describe', wish: { ...wish, description } });
    }
    journal.outgoing.setFault(id, null, null);
  });
  return waiting.subject;
}

function detailsOf(context: AppContext, thing: Thing): ItemDetails {
  const { journal } = context;
  const { subject, name } = subjectOf(thing);
  const file = thing.where === 'service' ? { id: thing.id } : fileOf(journal, subject);
  const described = file === null ? null : journal.descriptions.get(file.id);
  return {
    ...(thing.where === 'mirror' ? mirroredFacts(context, thing) : { ...NO_FACTS, name, serviceId: thing.id }),
    id: subject,
    described:
      described === null
        ? null
        : { description: described.description, tags: [...described.tags], at: isoTime(described.at) },
    pending: pendingOf(context, subject),
    changeNote: thing.where === 'mirror' ? journal.descriptions.note(thing.item.id) : null,
  };
}

type Facts = Omit<ItemDetails, 'id' | 'described' | 'pending' | 'changeNote'>;

const NO_FACTS: Omit<Facts, 'name' | 'serviceId'> = {
  kind: 'file',
  serviceName: null,
  badge: null,
  note: null,
  extraction: null,
  sizeBytes: null,
  modifiedAt: null,
  path: null,
  servicePath: null,
  version: null,
  sha256: null,
};

function mirroredFacts({ journal }: AppContext, { mirror, item }: MirroredThing): Facts {
  const { local, remote, kind } = item;
  const name = nameOf(item);
  const isFile = kind === 'file';
  const below = new Paths(journal.items.tree(mirror.id, mirror.rootItem), 'there').of(item.id);
  return {
    ...NO_FACTS,
    kind,
    name,
    serviceName: remote !== null && remote.name !== name ? remote.name : null,
    extraction: isFile && !hasOtherBytes(item) ? journal.items.extractions.of(item.id) : null,
    sizeBytes: isFile ? ((local ?? remote)?.sizeBytes ?? null) : null,
    modifiedAt: local === null || !isFile ? plainTime(remote?.updatedAt ?? null) : isoTime(local.modifiedMs),
    path: isHere(item) ? pathBelow(mirror.root.path, journal.pathOf(item.id)) : null,
    servicePath: below === null || remote === null ? null : joined(mirror.remotePath, below),
    ...idsOf(item),
  };
}

function idsOf({ local, remote }: Item): Pick<Facts, 'serviceId' | 'version' | 'sha256'> {
  const sha256 = local?.sha256 ?? remote?.sha256 ?? null;
  return { serviceId: remote?.id ?? null, version: remote?.version ?? null, sha256 };
}

function joined(folder: string, path: string): string {
  return path === '' ? folder : `${folder}/${path}`;
}

function pendingOf({ journal }: AppContext, subject: string): ItemDetails['pending'] {
  const waiting = journal.outgoing.describing(subject);
  if (waiting === null || waiting.work.kind !== 'describe') return null;
  const { id, name, fault, work } = waiting;
  const isDisputed = fault?.kind === 'stale';
  return {
    id,
    description: work.wish.description?.to ?? null,
    add: [...work.wish.add],
    remove: [...work.wish.remove],
    text: fault === null ? null : isDisputed ? detailsTexts.disputed : notSentLine(fault, name),
    theirs: isDisputed ? (work.theirs ?? null) : null,
    isDisputed,
  };
}

/** Parts that the service does not let us read are left out. */
async function aboutOf(context: AppContext, thing: Thing): Promise<ItemAbout> {
  const mirror = thing.where === 'mirror' ? thing.mirror : null;
  const api = await serviceOf(context, mirror);
  const id = thing.where === 'service' ? thing.id : thing.item.remote?.id;
  if (id === undefined) throw badRequest(detailsTexts.notThere);
  if (thing.where === 'mirror' && thing.item.kind === 'folder') {
    const [folder, readers] = await Promise.all([api.folder(id), orNull(api.readers(id), 'failing')]);
    return { ...NOTHING, visibility: folder.visibility, ...readersOf(readers) };
  }
  const [file, versions, readers] = await Promise.all([
    api.described(id),
    orNull(api.toldVersions(id), 'failing'),
    orNull(api.fileReaders(id), 'failing'),
  ]);
  context.journal.descriptions.set(id, file, context.world.clock.now());
  const { description, tags, createdAt, visibility } = file;
  const organization = mirror?.organization ?? context.journal.facts.get('organization');
  const nameOfAuthor = await authorNames(api, { readers, authors: (versions ?? []).map(({ by }) => by), organization });
  const told = versions?.map(version => ({ ...version, by: nameOfAuthor(version.by) })) ?? null;
  return { description, tags, createdAt, visibility, versions: told, ...readersOf(readers) };
}

function readersOf(readers: readonly Reader[] | null): Pick<ItemAbout, 'readers' | 'isForEverybody'> {
  if (readers === null) return { readers: null, isForEverybody: null };
  const each = new Map(readers.map(({ key, name }) => [key, name]));
  return { readers: [...each.values()], isForEverybody: each.has(EVERYBODY) };
}

const NOTHING: ItemAbout = {
  description: null,
  tags: [],
  createdAt: null,
  visibility: null,
  isForEverybody: null,
  versions: null,
  readers: null,
};
