import type { EngineClient } from '../../rpc/engine-client.ts';
import { FaultError } from '../../fault.ts';
import type { OrganizationFile } from './model.ts';
import { organizationTexts as texts } from './text.ts';

const MOST_PAGES = 10_000;

/** The list of all files of the organization, page by page, each file once although pages move while they are read. */
export class OrganizationFilePages {
  readonly #client: EngineClient;
  readonly #search: string;
  readonly #seen = new Set<string>();
  #page: number | null = 1;
  #total: number | null = null;

  /** @param search only those with this in the name; empty: all. The service cannot search: every page is read for it. */
  constructor(client: EngineClient, search: string) {
    this.#client = client;
    this.#search = search;
  }

  /** As many as the service says there are, independent of the search; null when it does not tell. */
  get total(): number | null {
    return this.#total;
  }

  /** Whether everything was read. */
  get isWhole(): boolean {
    return this.#page === null;
  }

  /** Reads the next page; after a fault the same one again. @returns what was not read before. @throws FaultError. */
  async next(): Promise<readonly OrganizationFile[]> {
    if (this.#page === null) return [];
    const { files, total, next } = await this.#client.call('organization.files', {
      search: this.#search,
      page: this.#page,
    });
    const fresh = files.filter(({ id }) => !this.#seen.has(id));
    // A page that promises more and shows nothing new would go on like this for ever.
    const isStuck = this.#search === '' && next !== null && fresh.length === 0;
    if (isStuck || next === MOST_PAGES) throw new FaultError({ kind: 'bad-request', detail: texts.listEnds });
    for (const { id } of fresh) this.#seen.add(id);
    this.#total = total;
    this.#page = next;
    return fresh;
  }
}
