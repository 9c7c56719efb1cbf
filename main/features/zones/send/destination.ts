import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import { nameKey } from '../../../core/names/local-names.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { RemoteFile } from '../../../remote/api/shapes.ts';
import type { Zone, ZoneRecords } from '../records/zone-records.ts';
import { isFault } from './read-back.ts';

/** A folder of the destination. */
export interface DestinationFolder {
  readonly id: ServiceId;
  readonly names: readonly string[];
}

/** The destination accepts no files; a person has to resolve it. */
export class DestinationRefuses extends Error {
  readonly fault: FaultError['fault'];

  constructor(fault: FaultError['fault']) {
    super(`the destination refuses: ${fault.kind}`);
    this.fault = fault;
  }
}

/** A zone's folders at the service: each resolved or made once, and its files listed once per round. */
export class Destination {
  readonly #api: ServiceApi;
  readonly #zone: Zone;
  readonly #zones: ZoneRecords;
  readonly #finding = new Map<string, Promise<ServiceId>>();
  readonly filesByName = new Map<ServiceId, Promise<Map<string, RemoteFile>>>();
  readonly #reserved = new Map<string, number>();
  readonly #announced = new Map<ServiceId, number | string>();
  /** Folders we just made: they contain only what we uploaded. */
  readonly #fresh = new Set<ServiceId>();

  constructor(given: { api: ServiceApi; zone: Zone; zones: ZoneRecords }) {
    this.#api = given.api;
    this.#zone = given.zone;
    this.#zones = given.zones;
  }

  /**
   * The folder with these names below the destination; missing folders are made.
   * @throws FaultError, DestinationRefuses.
   */
  async folder(names: readonly string[]): Promise<DestinationFolder> {
    return { id: await this.#find(names), names };
  }

  /** The files of a folder by name key; of files with one name, the first. @throws FaultError. */
  taken({ id }: DestinationFolder): Promise<Map<string, RemoteFile>> {
    let taken = this.filesByName.get(id);
    if (taken === undefined) {
      taken = this.#fresh.has(id) ? Promise.resolve(new Map()) : this.#list(id);
      this.filesByName.set(id, taken);
      taken.catch(() => this.filesByName.delete(id));
    }
    return taken;
  }

  /**
   * Whether a file that was just announced is really new: neither listed in the folder nor announced for another item
   * in this round.
   */
  async isNew(place: DestinationFolder, file: ServiceId, item: number | string): Promise<boolean> {
    const there = [...(await this.taken(place)).values()];
    const owner = this.#announced.get(file) ?? item;
    if (owner !== item || there.some(({ id }) => id === file)) return false;
    this.#announced.set(file, item);
    return true;
  }

  /** Reserves a name for one file for this round. @returns false when another file has reserved it. */
  reserve({ id }: DestinationFolder, name: string, item: number): boolean {
    const key = `${id}/${nameKey(name)}`;
    const owner = this.#reserved.get(key) ?? item;
    if (owner === item) this.#reserved.set(key, item);
    return owner === item;
  }

  /**
   * Called when a folder refused a file. @returns whether to try again: the folder was removed and will be made again.
   * @throws DestinationRefuses when the destination itself is gone or archived.
   */
  async isGone({ id, names }: DestinationFolder): Promise<boolean> {
    const there = async (folder: ServiceId): Promise<boolean> => {
      try {
        return !(await this.#api.folder(folder)).isGone;
      } catch (error) {
        if (isFault(error, 'gone', 'refused', 'not-allowed')) return false;
        throw error;
      }
    };
    if (!(await there(this.#zone.destination))) throw new DestinationRefuses({ kind: 'gone', messages: [] });
    if (names.length === 0 || (await there(id))) return false;
    for (let depth = 1; depth <= names.length; depth++) this.#forget(names.slice(0, depth));
    return true;
  }

  #forget(names: readonly string[]): void {
    this.#zones.forgetFolders(this.#zone.id, names);
    this.#finding.clear();
    this.filesByName.clear();
    this.#fresh.clear();
  }

  async #list(id: ServiceId): Promise<Map<string, RemoteFile>> {
    const byName = new Map<string, RemoteFile>();
    for (const file of await this.#api.filesIn(id)) {
      const key = nameKey(file.name);
      if (!file.isGone && !byName.has(key)) byName.set(key, file);
    }
    return byName;
  }

  /** One search per folder at a time: two at once would make two folders with one name. */
  #find(names: readonly string[]): Promise<ServiceId> {
    if (names.length === 0) return Promise.resolve(this.#zone.destination);
    const key = JSON.stringify(names);
    let finding = this.#finding.get(key);
    if (finding === undefined) {
      finding = this.#findOrMake(names);
      this.#finding.set(key, finding);
      finding.catch(() => this.#finding.delete(key));
    }
    return finding;
  }

  async #findOrMake(names: readonly string[]): Promise<ServiceId> {
    const known = this.#zones.folder(this.#zone.id, names);
    if (known !== null) return known;
    const parent = await this.#find(names.slice(0, -1));
    const id = await this.#inParent(parent, names);
    this.#zones.setFolder(this.#zone.id, names, id);
    return id;
  }

  async #inParent(parent: ServiceId, names: readonly string[]): Promise<ServiceId> {
    const name = names.at(-1) ?? '';
    try {
      const isNewParent = this.#fresh.has(parent);
      const children = isNewParent ? [] : await this.#api.children(parent);
      const found = children.find(child => !child.isGone && nameKey(child.name) === nameKey(name));
      if (found !== undefined) return found.id;
      const made = await this.#api.createFolder(name, parent, (await this.#api.folder(parent)).visibility);
      this.#fresh.add(made.id);
      return made.id;
    } catch (error) {
      // The folder may exist after all: the next attempt has to list.
      this.#fresh.delete(parent);
      if (!isFault(error, 'not-allowed', 'scope', 'gone', 'refused')) throw error;
      const isLost = await this.isGone({ id: parent, names: names.slice(0, -1) });
      if (isLost) throw new FaultError({ kind: 'stale', detail: 'a folder of the destination was removed there' });
      if (isFault(error, 'not-allowed', 'scope')) throw new DestinationRefuses(error.fault);
      throw error;
    }
  }
}
