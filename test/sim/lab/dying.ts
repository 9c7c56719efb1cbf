import { expect } from 'vitest';

import type { Computer } from '../world/computer.ts';
import { mustBeListed } from '../judges/invariants.ts';
import { QuietLab } from './quiet-lab.ts';
import type { Moment, Verdict } from '../fakes/scheduler.ts';

/** A computer in step with the service, an hour ago. */
export async function labWith(tree: Readonly<Record<string, string>>): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, tree);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

/** Syncs until the computer dies right at a moment; then `meanwhile` happens, and it starts again and comes to rest. */
export async function dying(
  { lab, ada }: { lab: QuietLab; ada: Computer },
  moment: RegExp,
  meanwhile: () => void,
  at?: Moment['when'],
): Promise<void> {
  lab.scheduler.mischief = ({ label, when }: Moment): Verdict =>
    (at === undefined ? when !== 'before' : when === at) && moment.test(label) ? { do: 'crash' } : undefined;
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  lab.clock.advanceBy(60_000);
  meanwhile();
  await lab.drive(ada.start());
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
  mustBeListed(ada);
}
