import type { Handlers, Output } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { VersionId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { SavedCopy } from '../../../shared/features/edit/save-copy-model.ts';
import { downloadToTexts as texts } from '../../../shared/features/edit/save-copy-text.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import { isInside } from '../../core/names/local-paths.ts';
import { freeName, nameKey, toLocalName } from '../../core/names/local-names.ts';
import { hasRoom } from '../../core/policy/disk-reserve.ts';
import { fetchVersion } from '../../engine/content/fetch-version.ts';
import type { NewFile } from '../../ports/folder-survey.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { WINDOWS_NAMES } from '../../core/names/volume-names.ts';
import type { Staging } from '../../ports/disk.ts';
import { detailOf, type RemoteDetail, type Thing, thingOf } from '../resolve-id.ts';
import type { AppContext } from '../app-context.ts';
import { sentenceOf } from './remove-local.ts';
import { nameOf } from './local-path.ts';
import { absoluteOf, groundOf } from './check-place.ts';

/** Fact: the folder copies were last saved to. */
const PLACE = 'downloadPlace';
/** Fact: files being written, whose remains are deleted at the next start after a crash. */
const BEGUN = 'downloadsBegun';

/** A folder outside of the mirrors. */
interface Target {
  readonly folder: string;
  /** Null: each file keeps its own name. */
  readonly name: string | null;
  /** Default: the current version. */
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

/** Copies files from the service to folders outside of the mirrors. */
export class CopySaver {
  readonly #context: AppContext;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Deletes the remains of interrupted copies, and nothing else. */
  async clear(): Promise<void> {
    const { world, journal } = this.#context;
    const begun = begunIn(journal.facts.get(BEGUN));
    const clear = async ({ folder, mark }: BegunCopy): Promise<BegunCopy[]> => {
      try {
        await world.ground?.clear(folder, mark);
      } catch (error) {
        // A folder that does not answer is tried again at the next start.
        if (isSilence(error)) return [{ folder, mark }];
      }
      return [];
    };
    const left = (await Promise.all(begun.map(clear))).flat();
    if (journal.facts.get(BEGUN) !== null) this.#note(() => left);
  }

  /** Aborts the copies in progress; nothing partial is left. */
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
   * Writes bytes as a file, completely or not at all; nothing is replaced. @param name null: `own`, numbered if taken.
   * @param isPrivate readable by its owner alone. @returns its path. @throws FaultError.
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
   * Writes a download as a file, completely or not at all; nothing is replaced. `own`: its name when none was chosen.
   * Its size has to match what the service told, if it did. @throws FaultError.
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
      const came = await writeAnswer(open, into, { sizeBytes, words });
      return { path: await named(into, target, own), sizeBytes: came };
    });
  }

  /**
   * Records the file while it is written, so that remains after a crash or in a folder that stopped answering are
   * deleted at the next start.
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
    const link = await this.#context.engine.connection();
    const api = link.api(thing.where === 'mirror' ? thing.mirror.organization : null);
    const detail = await detailOf(api, thing);
    const { id, kind, name } = detail;
    const isCurrent = target.version === undefined || target.version === detail.version;
    const version = target.version ?? detail.version;
    const sizeBytes = isCurrent ? detail.sizeBytes : null;
    if (kind === 'folder') throw badRequest(texts.folder);
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
   * Downloads the newest bytes of a file without named versions, which the service streams itself. @throws FaultError;
   * `bad-request` when it has none.
   */
  async #stream(thing: Thing, { id, name, sizeBytes }: RemoteDetail, target: Target): Promise<Omit<SavedCopy, 'id'>> {
    const line = (await this.#context.engine.connection()).line(
      thing.where === 'mirror' ? thing.mirror.organization : null,
    );
    const open = async (): Promise<Counted> => {
      const answer = await calls.downloadFile(line, { path: { id } }).catch((error: unknown) => {
        throw isFault(error, 'gone', 'refused') ? badRequest(texts.noBytes) : error;
      });
      if (answer.status < 300) return { ...answer, totalBytes: null };
      // The service is specified to stream here, so redirects are not followed.
      await answer.discard();
      throw badRequest(texts.noBytes);
    };
    const came = await this.#receive(open, { target, own: seenName(name), sizeBytes, words: texts });
    return { ...came, version: null };
  }

  /** Stops writing once the app closes. */
  #watched(file: NewFile): NewFile {
    return {
      write: chunk => {
        if (this.#isClosed) return Promise.reject(badRequest(texts.closing));
        return file.write(chunk);
      },
      finish: () => file.finish(),
      discard: () => file.discard(),
      become: name => file.become(name),
    };
  }

  #note(change: (noted: readonly BegunCopy[]) => readonly BegunCopy[]): void {
    const { facts } = this.#context.journal;
    const noted = change(begunIn(facts.get(BEGUN)));
    facts.set(BEGUN, noted.length === 0 ? null : JSON.stringify(noted));
  }
}

/** Whether a folder did not answer: what was begun in it is then still there. */
function isSilence(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'disk-refused' && error.fault.code === 'ETIMEDOUT';
}

interface BegunCopy {
  readonly folder: string;
  readonly mark: string;
}

/** Written only by this program. If it is unreadable, its files stay where they are, hidden. */
function begunIn(text: string | null): readonly BegunCopy[] {
  const all = jsonOrNull(text);
  return Array.isArray(all) ? all.filter(isBegun) : [];
}

function isBegun(one: unknown): one is BegunCopy {
  if (typeof one !== 'object' || one === null || !('folder' in one) || !('mark' in one)) return false;
  return typeof one.folder === 'string' && typeof one.mark === 'string' && /^[A-Za-z0-9-]+$/.test(one.mark);
}

/** Renames the finished file; a name that was not chosen gets a number if taken. */
async function named(file: NewFile, { folder, name }: Target, own: string): Promise<string> {
  try {
    const taken = new Set<string>();
    for (let wanted = name ?? own; ; wanted = freeName(own, key => taken.has(key))) {
      if (await file.become(wanted)) return joined(folder, wanted);
      if (name !== null) throw badRequest(texts.taken(joined(folder, name)));
      taken.add(nameKey(wanted));
    }
  } catch (error) {
    await file.discard().catch(() => undefined);
    throw error;
  }
}

/**
 * A safe local name for a remote one. The name was given by another person, and hidden files such as `.bashrc` have a
 * meaning for programs in a folder that is no mirror, so none is created.
 */
export function seenName(name: string): string {
  // The volume is not known; a name valid on Windows is valid on every one.
  return toLocalName(name, WINDOWS_NAMES).replace(/^\./, '_');
}

function joined(folder: string, name: string): string {
  const separator = /^[A-Za-z]:|^\\\\/.test(folder) ? '\\' : '/';
  return `${folder.replace(/[/\\]$/, '')}${separator}${name}`;
}

/** Copying files to folders outside of the mirrors. */
export function downloadToHandlers(
  context: AppContext,
  copies: CopySaver,
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
      if (name !== null && (isMany || !isFileName(name))) throw badRequest(texts.badName(name));
      journal.facts.set(PLACE, place);
      const result: Output<'files.downloadTo'> = { saved: [], left: [] };
      let stop: FaultError | null = null;
      for (const { id, thing } of things)
        try {
          if (stop !== null) throw stop;
          // In sequence: each may fill the disk.
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

/** Whether a text is a single file name without a path. */
export function isFileName(name: string): boolean {
  return !/[/\\\0]/.test(name) && name !== '.' && name !== '..';
}

/** Faults after which the next file would fail too. */
const STOPS: ReadonlySet<string> = new Set(['offline', 'signed-out', 'access-ended', 'disk-full', 'disk-refused']);

/** Checks a folder for copies and resolves its links. @throws FaultError `bad-request` with the reason why not. */
export async function checkedPlace(context: AppContext, typed: string): Promise<string> {
  const ground = groundOf(context);
  const { path, is, isWritable } = await ground.survey(absoluteOf(ground, typed));
  if (is === 'nothing') throw badRequest(texts.noFolder(path));
  if (is === 'file') throw badRequest(texts.isFile(path));
  if (is === 'unreadable') throw badRequest(texts.unreadable(path));
  if (is === 'no-answer') throw badRequest(texts.noAnswer(path));
  const { journal, settings } = context;
  if (journal.mirrors.all().some(({ root, names }) => isInside(path, root.path, names)))
    throw badRequest(texts.inMirror(path));
  if (isInside(path, settings.dataDirectory)) throw badRequest(texts.ours(path));
  if (!isWritable) throw badRequest(texts.notWritable(path));
  return path;
}

async function usualPlace(context: AppContext): Promise<string | null> {
  const home = context.world.ground?.home() ?? null;
  const all = [context.journal.facts.get(PLACE), ...(home === null ? [] : [pathBelow(home, 'Downloads'), home])];
  for (const place of all)
    if (place !== null && (await checkedPlace(context, place).catch(() => null)) !== null) return place;
  return null;
}

/** What an answer should be, and the messages when it is not. */
interface Expected {
  /** The size told before; null: not told. */
  readonly sizeBytes: number | null;
  readonly words: { readonly notWhole: string; readonly aPage: string };
}

/**
 * Writes an answer's bytes and finishes the file if they are complete; otherwise discards it. @returns the number of
 * bytes. @throws FaultError, `bad-request` for an incomplete answer or an HTML page.
 */
export async function writeAnswer(
  open: () => Promise<HttpResponse & { readonly totalBytes: number | null }>,
  into: Staging,
  { sizeBytes, words }: Expected,
): Promise<number> {
  let came = 0;
  try {
    const answer = await open();
    const { headers, totalBytes } = answer;
    if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')) {
      await answer.discard();
      throw badRequest(words.aPage);
    }
    for await (const chunk of answer.body) {
      came += chunk.byteLength;
      // An answer without an end would fill the disk.
      if (sizeBytes !== null && came > sizeBytes) throw badRequest(words.notWhole);
      await into.write(chunk);
    }
    const length = totalBytes ?? (headers.has('content-encoding') ? null : sizeOf(headers.get('content-length')));
    if ([length, sizeBytes].some(size => size !== null && size !== came)) throw badRequest(words.notWhole);
    await into.finish();
    return came;
  } catch (error) {
    await into.discard().catch(() => undefined);
    throw error;
  }
}

function sizeOf(length: string | null | undefined): number | null {
  return length !== null && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
