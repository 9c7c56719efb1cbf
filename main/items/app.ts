import type { Handlers } from '../../shared/contract.ts';
import type { ManagedFound } from '../../shared/features/settings/managed-model.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';
import type { HandedOut } from './content/content-grants.ts';
import type { Downloads } from './local/downloads.ts';

/** The whole product behind its contract: what a host starts, serves and closes. */
export interface App {
  readonly handlers: Handlers;
  readonly topics: TopicSource;
  /** Takes files in from outside: for the window's server, which their bytes come to. */
  readonly drops: Dropping;
  /** Files that were asked for over the contract and are fetched at the browser's door. */
  readonly downloads?: Pick<Downloads, 'take'>;
  /** Contents of files that were opened over the contract and are read at the browser's door. */
  readonly contents?: Pick<HandedOut, 'find'>;
  /** Has the topics tell how things stand; before the start nothing else does. */
  tell(): void;
  /** Begins to keep the mirrors in step and goes on until `close`. Without it, only `sync.once` works. */
  start(): void;
  /** Ends at the next safe point; resolves when nothing runs any more. */
  close(): Promise<void>;
}

/** Where the bytes of dropped files go in. */
export interface Dropping {
  /**
   * Takes one file in, whole or not at all. @param path names from what was dropped on. @param sizeBytes as announced.
   * @returns where it is. @throws FaultError.
   */
  take(
    ticket: string,
    path: readonly string[],
    incoming: { readonly sizeBytes: number | null; readonly chunks: AsyncIterable<Uint8Array> },
  ): Promise<string>;
}

/** What a host decides for the app. */
export interface AppSettings {
  /** The data directory, absolute; it exists. The journal and the store live in it. */
  readonly dataDirectory: string;
  /** The journal's file, or `:memory:`. */
  readonly journalPath: string;
  /** The file of the search index, or `:memory:`; null: nothing is searched here. */
  readonly searchPath: string | null;
  /** This computer's name, for conflict copies. */
  readonly computer: string;
  /** The product's version, such as `0.1.0`. */
  readonly version: string;
  /** How the command line is called for this data directory, as a shell takes it; left out where there is none. */
  readonly command?: string | undefined;
  /** What was found of a policy of this computer; left out: nobody looked. Read once, at the start. */
  readonly managed?: ManagedFound | undefined;
  /** A fresh address for a browser window; null when none is served. */
  readonly windowAddress: () => Promise<string | null>;
}
