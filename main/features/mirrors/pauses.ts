import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { pauseTexts } from '../../../shared/features/status/pauses-text.ts';
import { pauseMirror, pauseOf, pauseOfAll, resumeMirror } from '../../engine/limits/pauses.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Pausing and resuming. */
export function pauseHandlers(context: AppContext): Pick<Handlers, 'sync.pause' | 'sync.resume' | 'power.set'> {
  return {
    'sync.pause': async input => {
      const { journal, world } = context;
      const until = input?.untilMs ?? null;
      if (until !== null && until <= world.clock.now()) throw badRequest(pauseTexts.over);
      pauseMirror(journal.facts, mirrorOf(context, input?.mirror ?? null), { until });
      context.changed();
      return null;
    },
    'power.set': async told => {
      await context.engine.power.report(told);
      context.changed();
      context.checkNow();
      return null;
    },
    'sync.resume': async input => {
      goOn(context, mirrorOf(context, input?.mirror ?? null));
      context.changed();
      context.checkNow();
      const left = pauseOfAll(context.journal.facts, context.world.clock.now());
      if (left?.why !== undefined) throw badRequest(pauseTexts.stillPaused(left.why));
      return null;
    },
  };
}

function goOn({ journal, world }: AppContext, mirror: MirrorId | null): void {
  const now = world.clock.now();
  const isPaused = mirror !== null && pauseOf(journal.facts, mirror, now) !== null;
  if (isPaused && pauseOfAll(journal.facts, now) !== null) throw badRequest(pauseTexts.allPaused);
  resumeMirror(journal, mirror);
}

function mirrorOf({ journal }: AppContext, id: string | null): MirrorId | null {
  if (id === null) return null;
  const known = journal.mirrors.all().map(mirror => mirror.id);
  const mirror = known.find(one => one === id);
  if (mirror === undefined) throw badRequest(pauseTexts.unknownMirror(id, known));
  return mirror;
}
