import { afterEach, beforeEach } from 'vitest';

import type { Zones } from '../../main/features/zones/engine/zones.ts';
import type { Source } from '../../main/ports/read-only-folder.ts';
import type { ZoneWish } from '../../shared/features/zones/model.ts';
import { Stage } from './stage.ts';

/** A stage that each test of a file has to itself, and what is done on it most. */
export interface FreshStage {
  /** That of the test under way. */
  readonly stage: Stage;
  /** Adds a zone of its folder, with a run in each folder there. */
  add(wish?: Partial<ZoneWish>): Promise<void>;
  /** What zones answer. @throws Error when they died. */
  ask<T>(question: (zones: Zones) => T | Promise<T>): Promise<T>;
}

/** To be called once, at the top of a file of tests. */
export function freshStage(seed: number): FreshStage {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage(seed);
  });
  afterEach(async () => {
    await stage.close();
    stage.remove();
  });
  return {
    get stage() {
      return stage;
    },
    add: async (wish = {}) =>
      void (await stage.with(zones => zones.add(stage.wish({ layout: '{run}', ...wish }), stage.remote))),
    ask: async question => {
      const answer = await stage.with(async zones => ({ value: await question(zones) }));
      if (answer === null) throw new Error('nothing died here');
      return answer.value;
    },
  };
}

/** The calls of a source as functions of their own, of which a test replaces some. */
export function bound(source: Source): Source {
  return {
    survey: () => source.survey(),
    list: path => source.list(path),
    stat: path => source.stat(path),
    isWritten: path => source.isWritten(path),
    read: path => source.read(path),
  };
}
