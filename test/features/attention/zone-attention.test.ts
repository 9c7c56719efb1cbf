import { expect, test } from 'vitest';

import { attentionList } from '../../../main/features/attention/attention.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { engineStatus } from '../../../main/features/status/status.ts';
import type { ZoneNeed } from '../../../shared/features/zones/model.ts';
import type { Fault } from '../../../shared/fault.ts';
import { newJournal } from '../../builders/open-journal.ts';

const AT = Date.UTC(2026, 10, 20, 14, 3);
const need = (cause: string): ZoneNeed => ({
  ...{ key: cause, zone: 'z1', zoneName: 'Orbi', cause, text: `It is ${cause}.`, at: AT },
});

/** An app of which nothing is wrong but the drop zones. */
function partsWith(needs: readonly ZoneNeed[], fault: Fault | null = null) {
  const journal = newJournal();
  const standing = fault?.kind === 'signed-out' ? 'signed-out' : 'ready';
  const engine = {
    ...{ stop: fault === null ? null : { fault, until: null }, waitUntil: null, tally: { inRound: 0, planned: 0 } },
    ...{ transfers: [], working: false, looking: false, accountState: () => Promise.resolve(standing) },
  };
  const world = { clock: { now: () => AT, elapsed: () => 0 } };
  return {
    journal,
    engine,
    keeping: { isOverdue: false, isRunning: true, broken: null },
    world,
    zoneNeeds: { list: () => needs },
  } as unknown as AppContext;
}

test('each thing that a drop zone needs a person for is a row of what needs a person, and is counted in the status', async () => {
  const parts = partsWith([need('refused'), need('stalled')]);
  const { items, blocked } = attentionList(parts);
  expect(items.map(({ key, id, title, text, at, fixes }) => ({ key, id, title, text, at, fixes }))).toEqual(
    ['refused', 'stalled'].map(cause => ({
      ...{ key: `zone:${cause}`, id: 'z1', title: 'Drop zone “Orbi”', text: `It is ${cause}.` },
      ...{ at: '2026-11-20T14:03:00.000Z', fixes: ['open-zone'] },
    })),
  );
  expect(blocked).toBe(2);
  const status = await engineStatus(parts);
  expect(status).toMatchObject({ state: 'attention', attention: 2 });
});

test('that nobody is signed in is one row, and not one of each drop zone too', () => {
  const { items } = attentionList(partsWith([need('account')], { kind: 'signed-out' }));
  expect(items.map(({ key }) => key)).toEqual(['account']);
});
