import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { zoneWish, type ZoneWish } from '../../../../shared/features/zones/model.ts';
import { zoneTexts as texts } from '../../../../shared/features/zones/text.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** A zone that is not as it is wished, and how it becomes so. */
export interface ZonePlan {
  readonly kind: 'add' | 'change';
  readonly name: string;
  readonly apply: () => Promise<unknown>;
}

/**
 * Compares the zones here with wishes, by their names; changes nothing, and leaves out zones that no wish names. @throws Ending
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
