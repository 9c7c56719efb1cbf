import type { Handlers, TopicValue } from '../../shared/contract/contract.ts';
import type { ScriptedEngine } from '../end-to-end/scripted-engine.ts';

/** Says what every window hears of a lab where all is well. */
export function settleIn(engine: ScriptedEngine): void {
  const { topics } = engine;
  topics.publish('setUp.state', { kind: 'own', isDone: true, showsChecklist: false });
  topics.publish('attention.count', { decisions: 0, versions: 0, blocked: 0, revision: 1 });
  topics.publish('conflicts.count', 0);
  topics.publish('settings.all', []);
  topics.publish('limits.now', NO_LIMITS);
}

const NO_LIMITS: TopicValue<'limits.now'> = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };

/** What the scripted engine leaves out: how a lab where all is well answers. */
export function quietAnswers(_engine: ScriptedEngine): Partial<Handlers> {
  return {
    'drops.waiting': async () => [],
    'limits.get': async () => NO_LIMITS,
  };
}
