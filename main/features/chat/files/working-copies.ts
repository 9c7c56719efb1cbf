import { z } from 'zod';

import type { Input } from '../../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../../shared/fault.ts';
import { isSameBytes } from '../../../../shared/diff/written.ts';
import type { ServiceId, VersionId } from '../../../../shared/ids.ts';
import type { WorkingCopy, WorkingCopyState } from '../../../../shared/features/chat/files-model.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { jsonOrNull } from '../../../../shared/parse-json.ts';
import { isoTime } from '../../../core/calendar.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import { fileShape, serviceId, versionId } from '../../../remote/api/shapes.ts';
import { nameOf } from '../../../items/local/local-path.ts';
import { type Thing, thingOf } from '../../../items/resolve-id.ts';
import type { AppContext } from '../../../items/app-context.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { bytesOf, isUnsent, serviceIdOf } from '../../versions/version-bytes.ts';
import { tasksLine } from '../read-task.ts';
import { inWords } from './attachment.ts';

const texts = chatFileTexts.workingCopy;

/** Current versions of both at the service; null: gone, or not visible to this person. */
interface Heads {
  readonly copy: VersionId | null;
  readonly original: VersionId | null;
}

/**
 * Makes a working copy of a published file for a task: a file of its own, in no folder. We record its original, because
 * the service lists no working copies. @throws FaultError.
 */
export async function startWorkingCopy(
  context: AppContext,
  { task, file }: Input<'chat.startWorkingCopy'>,
): Promise<WorkingCopy> {
  const { journal, world, engine } = context;
  const thing = thingOf(journal, file);
  mustBeSent(thing, chatFileTexts.unsentCopy);
  const original = serviceIdOf(thing);
  const line = await tasksLine(context);
  const organization = journal.facts.get('organization');
  const api = (await engine.connection()).api(organization);
  const detail = await calls.getTask(line, { path: { id: task } }).catch(throwInWords);
  const before = await api.file(original).catch(throwInWords);
  const made = await calls
    .createWorkingCopy(line, { path: { id: original }, query: { taskId: task } }, fileShape)
    .catch(whyNoCopy);
  const heads = await headsOf(api, { copy: made.id, original });
  const record: WorkingCopyRecord = {
    copy: made.id,
    original,
    name: before.name,
    task: detail.id,
    taskTitle: detail.title ?? '',
    organization,
    owner: null,
    at: world.clock.now(),
    // If another client saved a version between our check and the copy, the version that was copied is unknown.
    base: heads.original === before.version ? before.version : null,
    settled: heads.copy,
    isCommitted: false,
  };
  new WorkingCopyRecords(journal.facts).put(record);
  context.changed();
  return shown(context, record);
}

function whyNoCopy(error: unknown): never {
  if (isFault(error, 'refused')) throw badRequest(chatFileTexts.notPublished(saidIn(error)));
  if (isFault(error, 'offline', 'failing')) throw badRequest(chatFileTexts.unsureCopy);
  throw inWords(error);
}

function throwInWords(error: unknown): never {
  throw inWords(error);
}

/** Local changes would be missing from the copy and from the commit. */
function mustBeSent(thing: Thing, words: (name: string) => string): void {
  if (thing.where === 'mirror' && isUnsent(thing.item)) throw badRequest(words(nameOf(thing.item)));
}

/** Working copies made on this computer, optionally of one task or file. */
export async function listWorkingCopies(
  context: AppContext,
  { task, file }: Input<'chat.workingCopies'>,
): Promise<WorkingCopy[]> {
  const organization = context.journal.facts.get('organization');
  const asked = file === null ? null : serviceIdOf(thingOf(context.journal, file));
  const wanted = new WorkingCopyRecords(context.journal.facts)
    .own()
    .filter(each => each.organization === organization)
    .filter(
      each =>
        (task === null || each.task === task) && (asked === null || each.original === asked || each.copy === asked),
    );
  return Promise.all(wanted.map(record => shown(context, record)));
}

async function shown({ engine }: AppContext, record: WorkingCopyRecord): Promise<WorkingCopy> {
  const { copy, original, name, task, taskTitle, at, base, organization } = record;
  const facts = { copy, original, name, task, taskTitle, at: isoTime(at) };
  try {
    const api = (await engine.connection()).api(organization);
    const heads = await headsOf(api, record);
    if (heads.copy === null || heads.original === null)
      return { ...facts, state: 'gone', text: texts.gone, sides: null };
    const state = stateOf(record, heads);
    const isByAgent = state === 'edited' && (await madeByAgent(api, record.copy));
    const sides = {
      copy: { id: copy, version: heads.copy },
      original: { id: original, version: heads.original },
      base: base === null ? null : { id: original, version: base },
    };
    return { ...facts, state, text: isByAgent ? texts.byAgent(taskTitle) : textOf(state, taskTitle), sides };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { ...facts, state: 'unknown', text: texts.unknown, sides: null };
  }
}

function textOf(state: WorkingCopyState, title: string): string {
  const text = texts[state];
  return typeof text === 'string' ? text : text(title);
}

function stateOf({ settled, base, isCommitted }: WorkingCopyRecord, heads: Heads): WorkingCopyState {
  const isEdited = heads.copy !== settled;
  const isBehind = heads.original !== base;
  if (isEdited) return isBehind ? 'both' : 'edited';
  if (isBehind) return 'behind';
  return isCommitted ? 'committed' : 'same';
}

/** Whether the agent made the newest version, if the service tells. */
async function madeByAgent(api: ServiceApi, copy: ServiceId): Promise<boolean> {
  const [newest] = await api.toldVersions(copy).catch(() => []);
  return /agent/i.test(newest?.source ?? '');
}

async function headsOf(
  api: ServiceApi,
  { copy, original }: Pick<WorkingCopyRecord, 'copy' | 'original'>,
): Promise<Heads> {
  return { copy: await headOf(api, copy), original: await headOf(api, original) };
}

async function headOf(api: ServiceApi, file: ServiceId): Promise<VersionId | null> {
  try {
    const { version, isGone } = await api.file(file);
    return isGone ? null : version;
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed')) return null;
    throw error;
  }
}

/**
 * Commits the copy's content as the next version of the original, if both are as the person saw them; success is what
 * is read back. RACE: another client may add a version between our check and the call. The service refuses the commit
 * if it checks the base; otherwise that version stays in the history below ours.
 * @throws FaultError `bad-request` with a message.
 */
export async function commitCopy(
  context: AppContext,
  { copy, seen }: Input<'chat.commitWorkingCopy'>,
): Promise<WorkingCopy> {
  const records = new WorkingCopyRecords(context.journal.facts);
  const record = records.find(copy);
  if (record === null) throw badRequest(chatFileTexts.noCopy);
  mustBeSent(thingOf(context.journal, record.original), chatFileTexts.unsent);
  const link = await context.engine.connection();
  const api = link.api(record.organization);
  const before = await headsOf(api, record).catch(throwInWords);
  if (before.copy === null || before.original === null) throw badRequest(texts.gone);
  if (before.copy !== seen.copy.toLowerCase() || before.original !== seen.original.toLowerCase())
    throw badRequest(chatFileTexts.notSeen);
  if (before.copy === record.settled) throw badRequest(chatFileTexts.nothingNew);
  const isLost = await commit(context, record, before.original);
  const now = await headOf(api, record.original).catch(() => null);
  if (now === null || now === before.original) throw badRequest(chatFileTexts.unsureCommitted);
  if (isLost && !(await isSame(context, record, { copy: before.copy, original: now })))
    throw badRequest(chatFileTexts.unsureCommitted);
  const committed = { ...record, base: now, settled: before.copy, isCommitted: true };
  records.put(committed);
  return shown(context, committed);
}

/** @returns whether the answer was lost. @throws FaultError the service's refusal. */
async function commit(
  { engine }: AppContext,
  { copy, organization, base }: WorkingCopyRecord,
  original: VersionId,
): Promise<boolean> {
  try {
    await calls.commitWorkingCopy((await engine.connection()).line(organization), { path: { id: copy } });
    return false;
  } catch (error) {
    if (isFault(error, 'offline', 'failing')) return true;
    // What the person saw was current: the service itself refuses because the original has versions newer than the
    // copy's base.
    if (isFault(error, 'stale')) throw badRequest(original === base ? chatFileTexts.notSeen : chatFileTexts.heldToBase);
    if (isFault(error, 'refused', 'not-allowed', 'scope')) throw badRequest(chatFileTexts.notCommitted(saidIn(error)));
    throw inWords(error);
  }
}

/**
 * Whether the original's newest version has the copy's content: after a lost answer, the only evidence of the commit.
 */
async function isSame(
  context: AppContext,
  record: WorkingCopyRecord,
  heads: { readonly copy: VersionId; readonly original: VersionId },
): Promise<boolean> {
  try {
    const [mine, theirs] = await Promise.all([
      bytesOf(context, { thing: { where: 'service', id: record.copy }, ref: heads.copy }),
      bytesOf(context, { thing: { where: 'service', id: record.original }, ref: heads.original }),
    ]);
    return isSameBytes(mine, theirs);
  } catch {
    return false;
  }
}

function saidIn(error: unknown): string {
  const fault = error instanceof FaultError ? error.fault : null;
  return fault !== null && 'messages' in fault ? fault.messages.join(' ').replace(/\.$/, '') : '';
}

const FACT = 'chat.workingCopies';
const MOST = 500;

const record = z.object({
  copy: serviceId,
  original: serviceId,
  name: z.string(),
  task: z.string(),
  taskTitle: z.string(),
  organization: z.string().nullable(),
  /** The person who made it, if another one has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  at: z.number(),
  /** Version of the original that was copied or last committed; null: not known. */
  base: versionId.nullable(),
  /** Version of the copy without changes: its first, or the one last committed. */
  settled: versionId.nullable(),
  isCommitted: z.boolean(),
});
type WorkingCopyRecord = z.output<typeof record>;

/** Working copies made on this computer; the service lists none. */
export class WorkingCopyRecords {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  own(): readonly WorkingCopyRecord[] {
    return this.#all().filter(({ owner }) => owner === null);
  }

  find(copy: string): WorkingCopyRecord | null {
    return this.own().find(each => each.copy === copy.toLowerCase()) ?? null;
  }

  put(one: WorkingCopyRecord): void {
    const others = this.#all().filter(({ copy }) => copy !== one.copy);
    this.#write([...others, one].slice(-MOST));
  }

  remove(copy: string): void {
    this.#write(this.#all().filter(each => each.copy !== copy.toLowerCase()));
  }

  /** Keeps them for their author; another person does not see them. */
  setAside(owner: string): void {
    this.#write(this.#all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the working copies of a person who signed in again. */
  takeBack(owner: string): void {
    this.#write(this.#all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }

  #all(): readonly WorkingCopyRecord[] {
    return z.array(record).safeParse(jsonOrNull(this.#facts.get(FACT))).data ?? [];
  }

  #write(all: readonly WorkingCopyRecord[]): void {
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}
