import type { ManagedInfo } from '../../shared/features/settings/managed-model.ts';
import type { Engine } from '../engine/loop/engine.ts';
import type { Keeping } from '../engine/loop/loop.ts';
import type { SessionKeeping } from '../engine/account/session-renewal.ts';
import type { Upkeep } from '../engine/loop/upkeep.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import type { ZoneNeed } from '../../shared/features/zones/model.ts';
import type { PersonRecords } from './known-person.ts';
import type { AppSettings } from './app.ts';

/** What of the drop zones needs a person; nothing before they are opened. */
export interface ZoneNeeds {
  list: () => readonly ZoneNeed[];
}

/** What the sections of the contract answer from. */
export interface AppContext {
  readonly world: World;
  readonly journal: Journal;
  readonly engine: Engine;
  readonly keeping: Keeping;
  readonly settings: AppSettings;
  /** What an administrator laid down for this computer. */
  readonly managed: ManagedInfo;
  readonly upkeep: Upkeep;
  readonly sessions: SessionKeeping;
  readonly zoneNeeds: ZoneNeeds;
  readonly person: PersonRecords;
  /** Something that is shown has changed. */
  readonly changed: () => void;
  /** Look at both sides now, when the loop runs. */
  readonly checkNow: () => void;
}
