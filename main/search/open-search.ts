import type { Item } from '../core/item.ts';
import type { SearchQuery } from '../core/search/search-query.ts';
import { Indexer, readText } from './indexer.ts';
import type { IndexerParts } from './indexer.ts';
import { openSearchDb } from './search-db.ts';
import { SearchIndex } from './search-index.ts';
import type { Found } from './search-index.ts';

/** The search index with the indexer that updates it. */
export interface Searching {
  readonly index: SearchIndex;
  readonly indexer: Indexer;
  /** Matches by name first, then by content; each once. */
  find(query: SearchQuery): readonly Found[];
  /** The text of a local file, for showing the matches in it; null when it cannot be read now. */
  textOf(item: Item): Promise<string | null>;
  close(): Promise<void>;
}

/** Opens the index in a file, or in `:memory:`. @throws Error when that fails. */
export function openSearch(path: string, parts: Omit<IndexerParts, 'index'>): Searching {
  const index = new SearchIndex(openSearchDb(path));
  const indexer = new Indexer({ ...parts, index });
  return {
    index,
    indexer,
    find: query => {
      const named = index.byName(query);
      const known = new Set(named.map(({ source, ref }) => `${source} ${ref}`));
      return [...named, ...index.byText(query).filter(({ source, ref }) => !known.has(`${source} ${ref}`))];
    },
    textOf: async item => (await readText(parts, item))?.text ?? null,
    close: async () => {
      await indexer.close();
      index.close();
    },
  };
}
