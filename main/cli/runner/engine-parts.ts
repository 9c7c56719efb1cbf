import type { Handlers } from '../../../shared/contract.ts';
import type { ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import type { TopicSource } from '../../../shared/rpc/topic-source.ts';
import type { Transport } from '../../../shared/rpc/transport.ts';
import type { App, AppSettings, Dropping } from '../../items/app-context.ts';
import type { World } from '../../ports/world.ts';

/** A listening socket of the daemon. */
export interface Door {
  /** Takes no more callers and hangs up on those there are. */
  close(): Promise<void>;
}

/** The window's server of the daemon. */
export interface WindowDoor extends Door {
  /** The first address to open; it works once. */
  readonly url: string;
  /** A new address with a one-time key. */
  freshAddress(): string;
}

/** What is needed to serve the window. */
export interface WindowOptions {
  /** 0 is a free one. */
  readonly port: number;
  readonly handlers: Handlers;
  readonly topics: TopicSource;
  readonly drops: Dropping;
  /** Files that are fetched beside the contract. */
  readonly downloads?: NonNullable<App['downloads']>;
  /** Contents of files that are looked into. */
  readonly contents?: NonNullable<App['contents']>;
}

/** What the command line is put together from. Tests put a scripted app in. */
export interface Parts {
  makeWorld(dataDirectory: string): Promise<World>;
  buildApp(world: World, settings: AppSettings): Promise<App>;
  /** What an administrator laid down for this computer; left out: nothing. */
  readManaged?(): Promise<ManagedFound>;
  /** Opens the daemon's socket; `welcome` gets each caller's end. */
  listen(dataDirectory: string, welcome: (transport: Transport) => void): Promise<Door>;
  /** Calls the daemon of a data directory; null when none answers. */
  dial(dataDirectory: string): Promise<Transport | null>;
  /** @throws FaultError `bad-request` with the remedy when the window was not built or the port cannot be had. */
  openWindow(options: WindowOptions): Promise<WindowDoor>;
  /** Serves figures on the loopback; port 0 is a free one. @throws FaultError `bad-request` when it cannot be had. */
  openMetrics(port: number, read: () => Promise<string>): Promise<Door & { readonly url: string }>;
}
