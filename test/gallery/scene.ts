import type { Handlers, TopicName } from '../../shared/contract.ts';
import type { ScriptedEngine } from '../end-to-end/driver/scripted-engine.ts';
import type { Hand } from './hand.ts';

/** What the window can show, each in every state that makes sense for it. */
export const SCREENS = [
  'address',
  'sign-in',
  'set-up',
  'files',
  'base',
  'loose',
  'archived',
  'removed',
  'library',
  'details',
  'preview',
  'acting',
  'adding',
  'search',
  'attention',
  'conflict',
  'versions',
  'comparison',
  'sharing',
  'chat',
  'guard',
  'now',
  'history',
  'checks',
  'why',
  'settings',
  'rules',
  'account',
  'invitation',
  'connections',
  'zones',
  'organization',
  'projects',
  'diagnostics',
  'frame',
] as const;
export type Screen = (typeof SCREENS)[number];

/**
 * How much there is to show. `loading`: nothing came yet. `partial`: a part is missing or old. `error`: something went
 * wrong. `no-permission`: it may not be seen or changed. `full`: everything is there, and much of it.
 */
export const STATES = ['loading', 'empty', 'partial', 'offline', 'error', 'no-permission', 'full'] as const;
export type State = (typeof STATES)[number];

/** One thing to look at: a screen in a state, as data. It is the real window; only its engine is scripted. */
export interface Scene {
  readonly screen: Screen;
  readonly state: State;
  /** Tells scenes of one screen and state apart; left out for the first of them. */
  readonly name?: string;
  /** The end of the window's address, such as `#/files/m1`. */
  readonly route: string;
  /** What differs from a quiet lab where all is well. */
  readonly world?: (engine: ScriptedEngine) => void;
  /** Answers that differ; one that never comes is `never`. */
  readonly answers?: Partial<Handlers>;
  /** Topics that say nothing yet. */
  readonly silent?: readonly TopicName[];
  /** `none`: the window never reaches Benchtop. `lost`: it did, and the pipe broke. `refused`: it was signed out. */
  readonly pipe?: 'none' | 'lost' | 'refused';
  /** What a person does to come there. */
  readonly steps?: (hand: Hand) => Promise<void>;
  /** What a person does once the pipe was broken. */
  readonly stepsApart?: (hand: Hand) => Promise<void>;
  /** Texts that are on show in the end: what proves that it is this state. */
  readonly shows: readonly string[];
}

/** An answer that does not come. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Names a scene in addresses, lists and files: `files-full`, `files-full-chosen`. */
export function idOf({ screen, state, name }: Pick<Scene, 'screen' | 'state' | 'name'>): string {
  return [screen, state, ...(name === undefined ? [] : [name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()])].join('-');
}

/** The address of a scene on the page of the gallery; `look` may name a `theme` and a `density`. */
export function addressOf(scene: Scene, look: Readonly<Record<string, string>> = {}): string {
  const asked = new URLSearchParams({ screen: scene.screen, state: scene.state });
  if (scene.name !== undefined) asked.set('name', scene.name);
  for (const [name, value] of Object.entries(look)) asked.set(name, value);
  return `?${asked.toString()}${scene.route}`;
}
