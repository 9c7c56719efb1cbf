import type { EngineStatus, MirrorStatus, Standing } from '../../shared/features/status/model.ts';
import { describedSettings } from '../engine/context/settings.ts';
import { readLimits } from '../engine/limits/bandwidth-limits.ts';
import type { Loop } from '../engine/loop/loop.ts';
import { entryOf } from '../features/activity/activity.ts';
import { AttentionCounter } from '../features/attention/attention.ts';
import { mirrorInfos } from '../features/mirrors/mirrors.ts';
import { setUpStateOf } from '../features/set-up/set-up.ts';
import { readNetwork } from '../features/settings/network.ts';
import { engineStatus, withState } from '../features/status/status.ts';
import type { AppContext } from '../items/app-context.ts';
import { knownPerson } from '../items/signed-in-person.ts';
import type { Topics } from '../items/topics.ts';

/** Windows are told of changes at most this often, in milliseconds. */
const PUBLISH_EVERY_MS = 250;

/** A mirror added since the status was computed has no standing yet. */
function standingIn({ mirrors }: EngineStatus, id: string): Standing {
  return mirrors.find(mirror => mirror.id === id)?.standing ?? 'unknown';
}

/**
 * Publishes changes to the topics, a few times a second at most. Counts are computed again only when nothing is being
 * transferred.
 */
export function publishing(context: AppContext, loop: Loop, topics: Topics): () => void {
  const { engine, journal, world } = context;
  const attention = new AttentionCounter(context);
  // One at a time: counting many files is left for other work, and would be done several times at once.
  let isPublishing = false;
  let isDue = false;
  let revision = 0;
  let counted: readonly MirrorStatus[] = [];
  const publish = async (): Promise<void> => {
    const now = engine.working && counted.length > 0 ? await withState(context, counted) : await engineStatus(context);
    counted = now.mirrors;
    topics.publish('sync.status', now);
    topics.publish('sync.transfers', [...engine.transfers]);
    topics.publish(
      'mirrors.all',
      mirrorInfos(context, ({ id }) => standingIn(now, id)),
    );
    topics.publish('conflicts.count', journal.conflicts.open().length);
    topics.publish('attention.count', attention.count(world.clock.elapsed()));
    topics.publish('files.revision', ++revision);
    topics.publish('settings.all', describedSettings(journal.facts));
    topics.publish('limits.now', readLimits(journal.facts));
    topics.publish('network.now', readNetwork(journal));
    const [latest] = journal.history.page(null, 1);
    topics.publish('activity.latest', latest === undefined ? null : entryOf(latest));
    topics.publish('setUp.state', setUpStateOf(journal));
    topics.publish('account.session', await sessionOf(context));
  };
  const failed = (error: unknown): void => {
    world.log.error('publish.failed', { error: error instanceof Error ? error.message : 'unknown' });
  };
  const publishAll = async (): Promise<void> => {
    isPublishing = true;
    try {
      while (isDue && !loop.isClosed) {
        // The first status is published at once: a window that opens at the start waits for it.
        await world.clock.sleep(revision === 0 ? 0 : PUBLISH_EVERY_MS);
        // What changes from here on may be missing in what is read. It is told next, also when this fails.
        isDue = false;
        if (!loop.isClosed) await publish().catch(failed);
      }
    } finally {
      isPublishing = false;
    }
  };
  return () => {
    isDue = true;
    if (!isPublishing) publishAll().catch(failed);
  };
}

async function sessionOf({ engine, journal }: AppContext) {
  const standing = await engine.accountState();
  if (standing === 'signed-out') return { name: 'signed-out' as const };
  if (standing === 'access-ended') return { name: 'access-ended' as const, messages: [] };
  const person = knownPerson(journal.facts);
  return {
    name: 'ready' as const,
    service: journal.facts.get('service') ?? '',
    organization: journal.facts.get('organizationName'),
    organizationId: journal.facts.get('organization'),
    person: person.name ?? person.email,
  };
}
