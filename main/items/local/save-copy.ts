import type { Handlers, Output } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { VersionId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { SavedCopy } from '../../../shared/features/edit/save-copy-model.ts';
import { downloadToTexts as texts } from '../../../shared/features/edit/save-copy-text.ts';
import { isInside } from '../../core/names/local-paths.ts';
import { freeName, nameKey, toLocalName } from '../../core/names/local-names.ts';
import { hasRoom } from '../../core/policy/disk-reserve.ts';
import { fetchVersion } from '../../engine/act/transfer/fetch-version.ts';
import type { NewFile } from '../../ports/ground.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { downloadFile } from '../../remote/api/calls/files.ts';
import { sentenceOf } from './remove-local.ts';
import { detailOf, type ThereDetail } from '../require-remote.ts';
import { nameOf } from './local-path.ts';
import { type Expected, written } from './whole-answer.ts';
import { refused, type Thing, thingOf } from '../resolve-id.ts';
import type { AppContext } from '../app-context.ts';
import { absoluteOf, groundOf } from './check-place.ts';
import { WINDOWS_NAMES } from '../../core/names/volume-names.ts';

/** Where a person had copies put last. */
const PLACE = 'downloadPlace';
/** Files that were begun: what a crash leaves of them goes at the next start. */
const BEGUN = 'downloadsBegun';

/** A folder outside of everything that is kept in step. */
interface Target {
  readonly folder: string;
  /** Null: each file has its own. */
  readonly name: string | null;
  /** Without it the current one. */
  readonly version?: VersionId;
}

type Counted = HttpResponse & { readonly totalBytes: number | null };

interface Receiving extends Expected {
  readonly target: Omit<Target, 'version'>;
  readonly own: string;
}

interface Received {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Copies files from the service to places of the person's own. */
export class CopiesOut {
  readonly #context: AppContext;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** What was cut off by a crash goes; nothing else in those folders is touched. */
  async clear(): Promise<void> {
    const { world, journal } = this.#context;
    const begun = begunIn(journal.facts.get(BEGUN));
    const clear = async ({ folder, mark }: Begun): Promise<Begun[]> => {
      try {
        await world.ground?.clear(folder, mark);
      } catch (error) {
        // What does not answer now may at the next start.
        if (isSilence(error)) return [{ folder, mark }];
      }
      return [];
    };
    const left = (await Promise.all(begun.map(clear))).flat();
    if (journal.facts.get(BEGUN) !== null) this.#note(() => left);
  }

  /** Ends what is under way; nothing half stays. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }

  /** @throws FaultError. */
  async save(thing: Thing, target: Target): Promise<Omit<SavedCopy, 'id'>> {
    const saving = this.#save(thing, target);
    this.#running.add(saving);
    try {
      return await saving;
    } finally {
      this.#running.delete(saving);
    }
  }

  /**
   * Writes bytes of our own as a file: whole or not at all, and nothing is replaced. @param name null: `own`, with a number
   * where it is taken. @param isPrivate for its owner alone. @returns where it is. @throws FaultError.
   */
  async put(bytes: Uint8Array, target: Omit<Target, 'version'>, own: string, isPrivate = false): Promise<string> {
    return this.#noted(target.folder, bytes.length, async mark => {
      const file = await groundOf(this.#context).begin(target.folder, mark, isPrivate);
      try {
        await file.write(bytes);
        await file.finish();
      } catch (error) {
        await file.discard().catch(() => undefined);
        throw error;
      }
      return named(file, target, own);
    });
  }

  /**
   * Writes what the service sends as a file: whole or not at all, and nothing is replaced. `own`: its name when none was
   * chosen. Its size must be what the service told, if it did. @throws FaultError.
   */
  async receive(open: () => Promise<Counted>, { target, own, sizeBytes, words }: Receiving): Promise<Received> {
    const receiving = this.#receive(open, { target, own, sizeBytes, words });
    this.#running.add(receiving);
    try {
      return await receiving;
    } finally {
      this.#running.delete(receiving);
    }
  }

  async #receive(open: () => Promise<Counted>, { target, own, sizeBytes, words }: Receiving): Promise<Received> {
    return this.#noted(target.folder, sizeBytes ?? 0, async mark => {
      const into = this.#watched(await groundOf(this.#context).begin(target.folder, mark));
      const came = await written(open, into, { sizeBytes, words });
      return { path: await named(into, target, own), sizeBytes: came };
    });
  }

  /**
   * Writes a file, of which it is noted until it ended that it was begun: what a crash, or a folder that does not answer,
   * leaves of it goes at the next start.
   */
  async #noted<T>(folder: string, sizeBytes: number, write: (mark: string) => Promise<T>): Promise<T> {
    const { world } = this.#context;
    if (!hasRoom(await world.disk.space(folder), sizeBytes)) throw new FaultError({ kind: 'disk-full', path: folder });
    const mark = world.random.uuid();
    const end = (): void => this.#note(noted => noted.filter(each => each.mark !== mark));
    this.#note(noted => [...noted, { folder, mark }]);
    try {
      const result = await write(mark);
      end();
      return result;
    } catch (error) {
      if (!isSilence(error)) end();
      throw error;
    }
  }

  async #save(thing: Thing, target: Target): Promise<Omit<SavedCopy, 'id'>> {
    const link = await this.#context.engine.link();
    const api = link.api(thing.where === 'mirror' ? thing.mirror.organization : null);
    const detail = await detailOf(api, thing);
    const { id, kind, name } = detail;
    const isCurrent = target.version === undefined || target.version === detail.version;
    const version = target.version ?? detail.version;
    const sizeBytes = isCurrent ? detail.sizeBytes : null;
    if (kind === 'folder') throw refused(texts.folder);
    if (version === null) return this.#stream(thing, detail, target);
    return this.#noted(target.folder, sizeBytes ?? 0, async mark => {
      const into = this.#watched(await groundOf(this.#context).begin(target.folder, mark));
      const came = await fetchVersion(
        { api, storage: link.storage },
        { item: null, file: id, version, sizeBytes, into },
      );
      const path = await named(into, target, seenName(name));
      return { path, sizeBytes: came.sizeBytes, version };
    });
  }

  /**
   * The newest bytes of a file whose versions the service does not name, as it streams them itself.
   * @throws FaultError; `bad-request` when it has none.
   */
  async #stream(thing: Thing, { id, name, sizeBytes }: ThereDetail, target: Target): Promise<Omit<SavedCopy, 'id'>> {
    const line = (await this.#context.engine.link()).line(thing.where === 'mirror' ? thing.mirror.organization : null);
    const open = async (): Promise<Counted> => {
      const answer = await downloadFile(line, { path: { id } }).catch((error: unknown) => {
        throw isFault(error, 'gone', 'refused') ? refused(texts.noBytes) : error;
      });
      if (answer.status < 300) return { ...answer, totalBytes: null };
      // It is said to stream: where a redirect leads is not looked at.
      await answer.discard();
      throw refused(texts.noBytes);
    };
    const came = await this.#receive(open, { target, own: seenName(name), sizeBytes, words: texts });
    return { ...came, version: null };
  }

  /** Writes no longer once the app closes. */
  #watched(file: NewFile): NewFile {
    return {
      write: chunk => {
        if (this.#isClosed) return Promise.reject(refused(texts.closing));
        return file.write(chunk);
      },
      finish: () => file.finish(),
      discard: () => file.discard(),
      become: name => file.become(name),
    };
  }

  #note(change: (noted: readonly Begun[]) => readonly Begun[]): void {
    const { facts } = this.#context.journal;
    const noted = change(begunIn(facts.get(BEGUN)));
    facts.set(BEGUN, noted.length === 0 ? null : JSON.stringify(noted));
  }
}

/** Whether a folder gave no answer: then what was begun in it is still there. */
function isSilence(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'disk-refused' && error.fault.code === 'ETIMEDOUT';
}

interface Begun {
  readonly folder: string;
  readonly mark: string;
}

function begunIn(text: string | null): readonly Begun[] {
  try {
    const all: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(all) ? all.filter(isBegun) : [];
  } catch {
    // Nobody else writes it; what it named then stays, hidden, where it is.
    return [];
  }
}

function isBegun(one: unknown): one is Begun {
  if (typeof one !== 'object' || one === null || !('folder' in one) || !('mark' in one)) return false;
  return typeof one.folder === 'string' && typeof one.mark === 'string' && /^[A-Za-z0-9-]+$/.test(one.mark);
}

/** Gives the finished file its name; one that was not chosen gets a number where it is taken. */
async function named(file: NewFile, { folder, name }: Target, own: string): Promise<string> {
  try {
    const taken = new Set<string>();
    for (let wanted = name ?? own; ; wanted = freeName(own, key => taken.has(key))) {
      if (await file.become(wanted)) return joined(folder, wanted);
      if (name !== null) throw refused(texts.taken(joined(folder, name)));
      taken.add(nameKey(wanted));
    }
  } catch (error) {
    await file.discard().catch(() => undefined);
    throw error;
  }
}

/**
 * The name here of what the service calls so. Somebody else gave it, and a folder of one's own is no mirror: hidden files
 * such as `.bashrc` mean something to other programs there, so none is made.
 */
export function seenName(name: string): string {
  // What kind of volume a person chose is not known: this name every one takes.
  return toLocalName(name, WINDOWS_NAMES).replace(/^\./, '_');
}

function joined(folder: string, name: string): string {
  const separator = /^[A-Za-z]:|^\\\\/.test(folder) ? '\\' : '/';
  return `${folder.replace(/[/\\]$/, '')}${separator}${name}`;
}

/** Copying files to a place of the person's own. */
export function downloadToHandlers(
  context: AppContext,
  copies: CopiesOut,
): Pick<Handlers, 'files.downloadTo' | 'files.downloadPlace'> {
  const { journal } = context;
  return {
    'files.downloadPlace': async ({ folder }) => ({
      folder: folder === null ? await usualPlace(context) : await checkedPlace(context, folder),
    }),
    'files.downloadTo': async ({ ids, folder, name }) => {
      const things = [...new Set(ids)].map(id => ({ id, thing: thingOf(journal, id) }));
      const place = await checkedPlace(context, folder);
      const isMany = things.length > 1;
      if (name !== null && (isMany || !isFileName(name))) throw refused(texts.badName(name));
      journal.facts.set(PLACE, place);
      const result: Output<'files.downloadTo'> = { saved: [], left: [] };
      let stop: FaultError | null = null;
      for (const { id, thing } of things)
        try {
          if (stop !== null) throw stop;
          // One after the other: each may fill the disk.
          result.saved.push({ id, ...(await copies.save(thing, { folder: place, name })) });
        } catch (error) {
          if (!isMany) throw error;
          if (error instanceof FaultError && STOPS.has(error.fault.kind)) stop = error;
          result.left.push({ id, path: thing.where === 'mirror' ? nameOf(thing.item) : id, text: sentenceOf(error) });
        }
      return result;
    },
  };
}

/** One name, which leads nowhere else. */
export function isFileName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== '.' && name !== '..';
}

/** After these the next file would fare no better. */
const STOPS: ReadonlySet<string> = new Set(['offline', 'signed-out', 'access-ended', 'disk-full', 'disk-refused']);

/** A folder that copies may go to, with links resolved. @throws FaultError `bad-request` with what speaks against it. */
export async function checkedPlace(context: AppContext, typed: string): Promise<string> {
  const ground = groundOf(context);
  const { path, is, isWritable } = await ground.survey(absoluteOf(ground, typed));
  if (is === 'nothing') throw refused(texts.noFolder(path));
  if (is === 'file') throw refused(texts.isFile(path));
  if (is === 'unreadable') throw refused(texts.unreadable(path));
  if (is === 'no-answer') throw refused(texts.noAnswer(path));
  const { journal, settings } = context;
  if (journal.mirrors.all().some(({ root, names }) => isInside(path, root.path, names)))
    throw refused(texts.inMirror(path));
  if (isInside(path, settings.dataDirectory)) throw refused(texts.ours(path));
  if (!isWritable) throw refused(texts.notWritable(path));
  return path;
}

async function usualPlace(context: AppContext): Promise<string | null> {
  const home = context.world.ground?.home() ?? null;
  const all = [context.journal.facts.get(PLACE), ...(home === null ? [] : [pathBelow(home, 'Downloads'), home])];
  for (const place of all)
    if (place !== null && (await checkedPlace(context, place).catch(() => null)) !== null) return place;
  return null;
}
