import type { ManagedFound, ManagedInfo } from '../../shared/features/settings/managed-model.ts';
import type { ZoneNeed } from '../../shared/features/zones/model.ts';
import type { Handlers } from '../../shared/contract.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';
import type { Engine } from '../engine/loop/engine.ts';
import type { Keeping } from '../engine/loop/loop.ts';
import type { SessionKeeping } from '../engine/account/session-renewal.ts';
import type { Upkeep } from '../engine/loop/upkeep.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import type { PersonRecords } from './known-person.ts';
import type { OpenContents } from './content/content-grants.ts';
import type { Downloads } from './local/downloads.ts';

/** What needs a person in the drop zones; empty until they are opened. */
export interface ZoneNeeds {
  list: () => readonly ZoneNeed[];
}

/** What the handlers of the contract share. */
export interface AppContext {
  readonly world: World;
  readonly journal: Journal;
  readonly engine: Engine;
  readonly keeping: Keeping;
  readonly settings: AppSettings;
  /** The administrator's policy for this computer. */
  readonly managed: ManagedInfo;
  readonly upkeep: Upkeep;
  readonly sessions: SessionKeeping;
  readonly zoneNeeds: ZoneNeeds;
  readonly person: PersonRecords;
  /** Something that is shown has changed. */
  readonly changed: () => void;
  /** Scans both sides now, if the loop is running. */
  readonly checkNow: () => void;
}

/** The whole app behind its contract: what a host starts, serves and closes. */
export interface App {
  readonly handlers: Handlers;
  readonly topics: TopicSource;
  /** Receives dropped files, whose bytes come through the window's server. */
  readonly drops: Dropping;
  /** Files requested over the contract and downloaded through the window's server. */
  readonly downloads?: Pick<Downloads, 'take'>;
  /** Contents opened over the contract and read through the window's server. */
  readonly contents?: Pick<OpenContents, 'find'>;
  /** Publishes the topics' first values, which nothing else does before `start`. */
  tell(): void;
  /** Starts synchronizing until `close`. Without it, only `sync.once` works. */
  start(): void;
  /** Ends at the next safe point; resolves when nothing runs any more. */
  close(): Promise<void>;
}

/** Receives the bytes of dropped files. */
export interface Dropping {
  /**
   * Receives one file, completely or not at all. @param path names from the dropped item on. @param incoming with the
   * announced size. @returns its path. @throws FaultError.
   */
  take(
    ticket: string,
    path: readonly string[],
    incoming: { readonly sizeBytes: number | null; readonly chunks: AsyncIterable<Uint8Array> },
  ): Promise<string>;
}

/** What a host decides for the app. */
export interface AppSettings {
  /** The data directory, absolute; it exists and holds the journal and the trash. */
  readonly dataDirectory: string;
  /** Path of the journal, or `:memory:`. */
  readonly journalPath: string;
  /** Path of the search index, or `:memory:`; null: no local search. */
  readonly searchPath: string | null;
  /** This computer's name, for conflict copies. */
  readonly computer: string;
  /** The product's version, such as `0.1.0`. */
  readonly version: string;
  /** The command line for this data directory, quoted for a shell; undefined: there is none. */
  readonly command?: string | undefined;
  /** The policy file that was found at the start; undefined: not looked for. */
  readonly managed?: ManagedFound | undefined;
  /** A fresh address for a browser window; null when none is served. */
  readonly windowAddress: () => Promise<string | null>;
}
