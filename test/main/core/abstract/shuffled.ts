import { outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import type { Tree } from '../../../../main/core/item.ts';
import type { Operation } from '../../../../main/core/plan/operation.ts';
import { phaseOf } from '../../../../main/core/plan/operation-order.ts';
import { plan } from '../../../../main/core/plan/plan.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { facts } from './world.ts';
import type { Side, World } from './world.ts';

/**
 * The real planner, its operations in another order that is as good: those of one phase and one depth change places.
 * @param draws numbers that choose; at their end they start over.
 */
export function shuffledPlan(mode: MirrorMode, draws: readonly number[]): typeof plan {
  let drawn = 0;
  const draw = (below: number): number => (draws[drawn++ % draws.length] ?? 0) % below;
  return (tree, rules) => {
    const depths = depthsIn(tree, mode);
    const groups = new Map<string, Operation[]>();
    for (const operation of plan(tree, rules)) {
      const group = `${phaseOf(operation)} ${operation.kind === 'forget'} ${depths.get(operation.item)}`;
      groups.set(group, [...(groups.get(group) ?? []), operation]);
    }
    return [...groups.values()].flatMap(group => {
      const left = [...group];
      return group.map(() => left.splice(draw(left.length), 1)).flat();
    });
  };
}

function depthsIn(tree: Tree, mode: MirrorMode): ReadonlyMap<ItemId, number> {
  const outcomes = outcomesOf(tree, mode);
  const depthOf = (id: ItemId): number => {
    const outcome = outcomes.get(id);
    return outcome === undefined ? 0 : 1 + depthOf(outcome.location.parent);
  };
  return new Map([...outcomes.keys()].map(id => [id, depthOf(id)]));
}

/** Everything that is on one side, with its content, in the order of its path. */
export function picture(world: World, side: Side): readonly string[] {
  const pathOf = (id: ItemId): string => {
    const item = world.get(id);
    const at = item === null ? null : facts(item, side);
    return at === null ? '' : `${pathOf(at.parent)}/${at.name}`;
  };
  return world
    .all()
    .filter(item => facts(item, side) !== null)
    .map(item => `${pathOf(item.id)} ${contentOf(world, item.id, side)}`)
    .toSorted();
}

function contentOf(world: World, id: ItemId, side: Side): string {
  const item = world.get(id);
  if (item === null || item.kind === 'folder') return 'folder';
  if (side === 'here') return item.local?.sha256 ?? 'unread';
  return (item.remote && world.headContent(item.remote)) ?? 'unknown';
}
