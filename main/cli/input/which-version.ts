import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { VersionList, VersionRow } from '../../../shared/features/versions/model.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';

/** How a version is named on the command line. */
export const WHICH = "its number or id, 'current', 'local' for what is not sent yet, or 'draft' for a merge that waits";

/** The versions of a file, newest first, as far as they are needed. */
export class VersionsOf {
  readonly #client: EngineClient;
  readonly id: string;
  readonly first: VersionList;
  readonly #rows: VersionRow[];
  #page = 1;
  #hasMore: boolean;

  private constructor(client: EngineClient, id: string, first: VersionList) {
    this.#client = client;
    this.id = id;
    this.first = first;
    this.#rows = [...first.versions];
    this.#hasMore = first.hasMore;
  }

  /** Asks for the newest ones. */
  static async read(client: EngineClient, id: string): Promise<VersionsOf> {
    return new VersionsOf(client, id, await client.call('versions.list', { id, page: 1 }));
  }

  /** All there are. */
  async all(): Promise<readonly VersionRow[]> {
    while (this.#hasMore) await this.#more();
    return this.#rows;
  }

  /** The current version at the service. @throws Ending when that is not known now. */
  head(): string {
    const { head, trouble } = this.first;
    if (head !== null && trouble === null) return head;
    throw new Ending(EXIT.temporary, `${trouble ?? 'The service has no version of it yet.'} Nothing was changed.`);
  }

  /** The `ref` of a version that a person named. @throws Ending when there is none. */
  async named(name: string): Promise<string> {
    if (name === 'current') return this.head();
    if (name === 'local' || name === 'draft' || isUuid(name)) return name.toLowerCase();
    for (;;) {
      const found = this.#rows.find(({ number }) => String(number) === name.replace(/^v/, ''));
      if (found !== undefined) return found.ref;
      if (!this.#hasMore)
        throw new Ending(EXIT.error, `There is no version '${name}' of it. See: benchtop versions list`);
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    this.#page += 1;
    const { versions, hasMore } = await this.#client.call('versions.list', { id: this.id, page: this.#page });
    for (const each of versions) this.#rows.push(each);
    this.#hasMore = hasMore && versions.length > 0;
  }
}
