import type { Story } from './actors.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Ledger } from '../world/ledger.ts';
import type { FakeService } from '../service/fake-service.ts';

/** What only sends, or only receives, keeps nothing that was freed. */
export function mayFree({ journal }: Computer): boolean {
  return journal.mirrors.all().every(({ mode }) => mode === 'two-way');
}

/** A person wants disk space: some paths here to be freed; empty: this time nothing is freed. */
export function pathsToFree(computer: Computer, dice: Dice, story: Story): readonly string[] {
  if (!computer.isAlive || !mayFree(computer) || !dice.chance(0.4)) return [];
  const all = Object.keys(computer.texts());
  const paths = all.filter(() => dice.chance(0.4)).map(path => `${FOLDER}/${path}`);
  if (paths.length > 0) story(`${computer.name} frees ${paths.join(', ')}`);
  return paths;
}

/**
 * A person who saves a file under the name of an online-only file makes the next version of it, without reading it: what
 * was freed, and is at the service, stays within reach from now on, but need not be in a folder.
 */
export function mayGoUnder(paths: readonly string[], computer: Computer, knowing: Knowing): void {
  const there = new Set(knowing.service.sights.history().map(({ bytes }) => new TextDecoder().decode(bytes)));
  for (const path of paths) {
    const text = computer.disk.tree.read(path);
    if (text === null || !there.has(text)) continue;
    knowing.ledger.giveUp(text);
    knowing.ledger.settle(text);
  }
}

interface Knowing {
  readonly service: Pick<FakeService, 'sights'>;
  readonly ledger: Ledger;
}
