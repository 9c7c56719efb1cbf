import { expect, test } from 'vitest';

import { MINUTE } from '../../../shared/units.ts';
import { HandDoors } from '../connections/connections-stage.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';

// Signing in through the system's browser, with a door in the test's hand.

async function begun() {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  const callbackServers = new HandDoors();
  ada.crash();
  ada.further = { callbackServers };
  await lab.drive(ada.start());
  const wish = { service: lab.service.baseUrl, way: 'external', email: null, store: null } as const;
  const { ticket, until } = await lab.call(ada, 'signIn.begin', wish);
  return { lab, ada, callbackServers, ticket, until };
}

test('nobody came back within five minutes: the sign-in is over, and the door is closed [S48]', async () => {
  const { lab, ada, callbackServers, ticket, until } = await begun();
  expect(Date.parse(until) - lab.clock.now()).toBe(5 * MINUTE);
  const outcome = lab.call(ada, 'signIn.outcome', { ticket });
  lab.clock.advanceBy(5 * MINUTE);
  expect(await outcome).toEqual({ name: 'over' });
  lab.clock.advanceBy(MINUTE);
  await lab.scheduler.run(() => false, 2000);
  expect(callbackServers.opened).toMatchObject([{ isClosed: true }]);
});

test('whoever comes back without the ticket of this sign-in ends it, and signs nobody in [S48]', async () => {
  const { lab, ada, callbackServers, ticket } = await begun();
  const key = ada.secrets.kept;
  callbackServers.visit({ benchtop: 'somebody else’s', code: 'c', token: 'eyJ' });
  expect(await lab.call(ada, 'signIn.outcome', { ticket })).toEqual({ name: 'mismatch' });
  expect(ada.secrets.kept).toEqual(key);
});
