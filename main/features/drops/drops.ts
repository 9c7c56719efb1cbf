import { badRequest } from '../../../shared/fault.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { DropJob, DropPlan, DropReport, DropWish } from '../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { nameTrouble } from '../../core/names/check-name.ts';
import { sentenceOf } from '../../items/local/remove-local.ts';
import type { AppContext, Dropping } from '../../items/app-context.ts';
import type { VolumeNames } from '../../core/names/volume-names.ts';
import type { Incoming } from './add-local.ts';
import type { Target } from './drop-target.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Job, JobFile } from '../../journal/records/jobs.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';
import { PartialUploads, untilStopped } from './incoming-bytes.ts';
import { planDrop } from './drop-plan.ts';
import { addLocalFile } from './add-local.ts';

/** Open tickets at most; the oldest is ended when there are more. */
const MOST_OPEN = 32;
/** Interval for checking whether files still come, in milliseconds. */
const LOOK_EVERY_MS = 30 * SECOND;
/**
 * A ticket ends after this many checks without activity: its window or command is gone. A background window reports
 * less often.
 */
const QUIET_LOOKS = 4;

interface Ticket {
  readonly id: string;
  readonly target: Target;
  /** Original top-level names → planned names. */
  readonly names: ReadonlyMap<string, string>;
  readonly report: { files: number; sizeBytes: number; readonly left: DropReport['left'] };
  /** Aborts the files in transfer. */
  readonly ending: AbortController;
  /** Files in transfer. */
  readonly under: Set<Promise<unknown>>;
  isBegun: boolean;
  /** Files whose last piece is still being written. */
  working: number;
  hasMoved: boolean;
  quietLooks: number;
}

/** Files added from outside, by tickets that name their target. The state of each job is in the journal. */
export class Drops {
  readonly #context: AppContext;
  readonly #poke: () => void;
  readonly #open = new Map<string, Ticket>();
  readonly #closing = new AbortController();
  #isLooking = false;

  /** @param poke wakes the outbox. */
  constructor(context: AppContext, poke: () => void) {
    this.#context = context;
    this.#poke = poke;
  }

  /** Plans a drop and opens a ticket for it. @throws FaultError. */
  async begin(place: FolderPlace, wish: DropWish): Promise<DropPlan> {
    const { journal, world } = this.#context;
    const { plan, target, names } = await planDrop(this.#context, { place, wish, poke: this.#poke });
    const id = world.random.uuid();
    const { files, sizeBytes } = wish;
    journal.jobs.begin({ id, at: world.clock.now(), folder: plan.folder, mirror: target.mirror, files, sizeBytes });
    this.#open.set(id, {
      id,
      target,
      names,
      report: { files: 0, sizeBytes: 0, left: [] },
      ending: new AbortController(),
      under: new Set(),
      isBegun: false,
      working: 0,
      hasMoved: true,
      quietLooks: 0,
    });
    this.#watch();
    for (const oldest of this.#open.values()) {
      if (this.#open.size <= MOST_OPEN) break;
      await this.#finish(oldest, 'interrupted');
    }
    return { ...plan, ticket: id };
  }

  /** Announces files; an empty list keeps the ticket alive. */
  expect(ticket: string, paths: readonly string[]): void {
    if (paths.length === 0) this.#ticket(ticket).hasMoved = true;
    else this.#context.journal.jobs.expect(this.#begun(ticket).id, paths);
  }

  /**
   * Receives one file, completely or not at all. @param path names from the dropped item on, such as `run 7/a.csv`.
   * @returns its path inside the target folder. @throws FaultError.
   */
  async take(id: string, path: readonly string[], incoming: Incoming): Promise<string> {
    const ticket = this.#begun(id);
    const taken = this.#take(ticket, path, incoming);
    ticket.under.add(taken);
    try {
      return await taken;
    } finally {
      ticket.under.delete(taken);
    }
  }

  /** Makes an empty folder. @throws FaultError. */
  async makeFolder(ticket: string, path: readonly string[]): Promise<null> {
    const { target, names } = this.#begun(ticket);
    await target.makeFolders(safeNames(path, names, target.names));
    return null;
  }

  /** Closes a ticket. Resolves when the files in transfer are added or have failed. @throws FaultError. */
  async end(id: string): Promise<DropReport> {
    const ticket = this.#ticket(id);
    await this.#finish(ticket, 'ended');
    return ticket.report;
  }

  /** Windows are gone: the next start reports what was not added. */
  close(): void {
    this.#closing.abort();
  }

  async #finish(ticket: Ticket, state: 'ended' | 'interrupted'): Promise<void> {
    const { journal, changed, checkNow } = this.#context;
    this.#open.delete(ticket.id);
    ticket.ending.abort();
    await Promise.allSettled(ticket.under);
    // Cancelled before any file came: nothing to report.
    if (state === 'ended' && !ticket.isBegun) journal.jobs.remove(ticket.id);
    else journal.jobs.setState(ticket.id, state);
    ticket.target.finished();
    changed();
    checkNow();
  }

  async #take(ticket: Ticket, path: readonly string[], { sizeBytes, chunks }: Incoming): Promise<string> {
    const { id, target, names, report } = ticket;
    const { jobs } = this.#context.journal;
    const shown = path.join('/');
    ticket.working += 1;
    const setWaiting = (isWaiting: boolean): void => {
      ticket.working += isWaiting ? -1 : 1;
      ticket.hasMoved = true;
    };
    try {
      const put = await addLocalFile(this.#context, target, {
        names: safeNames(path, names, target.names),
        own: toLocalName(path.at(-1) ?? '', target.names),
        incoming: { sizeBytes, chunks: untilStopped(chunks, { signal: ticket.ending.signal, setWaiting }) },
        record: {
          arrived: (at, bytes) => jobs.arrived(id, shown, { at, sizeBytes: bytes }),
          added: bytes => jobs.added(id, shown, bytes),
        },
      });
      report.files += 1;
      report.sizeBytes += put.sizeBytes;
      return put.at;
    } catch (error) {
      const text = ticket.ending.signal.aborted ? dropTexts.notCome : sentenceOf(error);
      report.left.push({ path: shown, text });
      jobs.noteFailed(id, shown, text);
      throw error;
    } finally {
      ticket.working -= 1;
    }
  }

  /** Checks regularly whether files come, while a ticket is open. */
  #watch(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#look()
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#context.world.log.error('drops.failed', { error: error instanceof Error ? error.message : 'unknown' });
      })
      .finally(() => (this.#isLooking = false));
  }

  /** Counts checks rather than time, so that a window can continue after the computer slept. */
  async #look(): Promise<void> {
    while (this.#open.size > 0) {
      await this.#context.world.clock.sleep(LOOK_EVERY_MS, this.#closing.signal);
      for (const ticket of [...this.#open.values()]) {
        ticket.quietLooks = ticket.hasMoved || ticket.working > 0 ? 0 : ticket.quietLooks + 1;
        ticket.hasMoved = false;
        if (ticket.quietLooks >= QUIET_LOOKS) await this.#finish(ticket, 'interrupted');
      }
    }
  }

  /** A ticket in use. @throws FaultError `bad-request` when it was ended or never existed. */
  #begun(id: string): Ticket {
    const ticket = this.#ticket(id);
    ticket.hasMoved = true;
    if (!ticket.isBegun) this.#context.journal.jobs.setState(id, 'running');
    ticket.isBegun = true;
    return ticket;
  }

  #ticket(id: string): Ticket {
    const ticket = this.#open.get(id);
    if (ticket === undefined) throw badRequest(dropTexts.noTicket);
    return ticket;
  }
}

/** Makes each name valid on this disk. @throws FaultError `bad-request` for an invalid path. */
function safeNames(path: readonly string[], tops: ReadonlyMap<string, string>, volume: VolumeNames): readonly string[] {
  const [top, ...below] = path;
  const named = top === undefined ? undefined : tops.get(top);
  if (named === undefined) throw badRequest(dropTexts.notPlanned(path.join('/')));
  const names = [named, ...below.map(name => toLocalName(name, volume))];
  const bad = names.find(name => nameTrouble(name) === 'ours' || nameTrouble(name) === 'empty');
  if (bad !== undefined) throw badRequest(dropTexts.badName(bad));
  return names;
}

type DropHandlers = Pick<
  Handlers,
  'drops.begin' | 'drops.expect' | 'drops.folder' | 'drops.part' | 'drops.end' | 'drops.jobs' | 'drops.seen'
>;

/** The handlers of the contract. @param takes receives files that come in parts, which are not only dropped files. */
export function dropHandlers({ journal, changed }: AppContext, drops: Drops, takes: Dropping = drops): DropHandlers {
  const parts = new PartialUploads(takes);
  return {
    'drops.part': async ({ base64, ...part }) => ({
      at: await parts.add({ ...part, bytes: Uint8Array.from(atob(base64), sign => sign.codePointAt(0) ?? 0) }),
    }),
    'drops.begin': ({ place, wish }) => drops.begin(place, wish),
    'drops.expect': async ({ ticket, paths }) => {
      drops.expect(ticket, paths);
      return null;
    },
    'drops.folder': ({ ticket, path }) => drops.makeFolder(ticket, path.split('/')),
    'drops.end': ({ ticket }) => drops.end(ticket),
    'drops.jobs': async () => [...listedJobs(journal)],
    'drops.seen': async ({ ticket }) => {
      // A running job has no result to mark as seen.
      const state = journal.jobs.get(ticket)?.state;
      if (state === 'ended' || state === 'interrupted') journal.jobs.remove(ticket);
      changed();
      return null;
    },
  };
}

/** Files of a job listed by name; the others are only counted. */
const NAMED = 100;

/** Jobs in progress, and finished ones that a person has not seen. */
function listedJobs({ jobs }: Journal): readonly DropJob[] {
  return jobs.all().flatMap(job => (job.state === 'asked' ? [] : [listed(job, job.state, jobs.files(job.id, NAMED))]));
}

function listed(job: Job, state: DropJob['state'], files: readonly JobFile[]): DropJob {
  const { id, at, folder, added, addedBytes } = job;
  const left = files.map(({ path, why }) => ({ path, text: why ?? dropTexts.notCome }));
  const leftTotal = Math.max(job.files - added, left.length);
  return { id, since: isoTime(at), folder, state, files: job.files, added, addedBytes, left, leftTotal };
}

/**
 * Ends the jobs that were interrupted by the end of the process. Files already in place count as added. To be called
 * before the outbox is cleaned up.
 */
export async function settleJobs(world: Pick<World, 'disk' | 'log'>, journal: Journal): Promise<void> {
  for (const job of journal.jobs.all()) {
    if (job.state !== 'asked' && job.state !== 'running') continue;
    for (const file of journal.jobs.files(job.id)) if (file.at !== null) await settleFile(world, journal, job, file);
    journal.jobs.setState(job.id, 'interrupted');
  }
}

/** Settles a file whose bytes were complete: the process ended before or after it was renamed. */
async function settleFile(
  world: Pick<World, 'disk' | 'log'>,
  journal: Journal,
  job: Job,
  { path, at, sizeBytes }: JobFile,
): Promise<void> {
  try {
    const root = job.mirror === null ? await world.disk.outbox() : journal.mirrors.get(job.mirror as MirrorId)?.root;
    const entry = root === undefined ? null : await world.disk.entry(root, at ?? '');
    if (entry?.kind !== 'file' || entry.sizeBytes !== sizeBytes) return;
    // A file of the outbox is recorded as added together with its row: without a row it goes to the trash.
    if (job.mirror === null) journal.jobs.noteFailed(job.id, path, dropTexts.inStore);
    else journal.jobs.added(job.id, path, entry.sizeBytes);
  } catch (error) {
    journal.jobs.noteFailed(job.id, path, dropTexts.unsure);
    world.log.info('drops.not-settled', { error: error instanceof Error ? error.message : 'unknown' });
  }
}
