import type { EngineClient } from '../../shared/engine-client.ts';
import { zoneWish, type ZoneWish } from '../../shared/model/zones.ts';
import { zoneTexts as texts } from '../../shared/text/zones.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';

/** A zone that is not as it is wished, and how it becomes so. */
export interface ZonePlan {
  readonly kind: 'add' | 'change';
  readonly name: string;
  readonly apply: () => Promise<unknown>;
}

/**
 * Compares the zones here with wishes, by their names; changes nothing, and leaves out what nobody wishes. @throws Ending
 * for a name that has another folder here: that would be another zone.
 */
export async function planZones(client: EngineClient, wishes: readonly ZoneWish[]): Promise<readonly ZonePlan[]> {
  const cards = await client.call('zones.list', null);
  return wishes.flatMap((wish): readonly ZonePlan[] => {
    const { name } = wish;
    const known = cards.find(({ definition }) => definition.name === name);
    if (known === undefined) return [{ kind: 'add', name, apply: () => client.call('zones.add', wish) }];
    if (JSON.stringify(zoneWish.parse(known.definition)) === JSON.stringify(wish)) return [];
    const { folder, ...change } = wish;
    if (folder !== known.definition.folder) throw new Ending(EXIT.error, texts.otherFolder(name));
    return [{ kind: 'change', name, apply: () => client.call('zones.change', { zone: known.id, change }) }];
  });
}
