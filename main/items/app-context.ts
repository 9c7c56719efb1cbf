import type { ManagedInfo } from '../../shared/features/settings/managed-model.ts';
import type { Engine } from '../engine/loop/engine.ts';
import type { Keeping } from '../engine/loop/loop.ts';
import type { SessionKeeping } from '../engine/account/session-renewal.ts';
import type { Upkeep } from '../engine/loop/upkeep.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';
import type { ZoneNeed } from '../../shared/features/zones/model.ts';
import type { AppSettings } from './app.ts';
import type { PersonRecords } from './signed-in-person.ts';

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
