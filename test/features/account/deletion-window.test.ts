import { beforeEach, expect, test, vi } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import type { DeletionOutcome } from '../../../shared/features/account/model.ts';
import { farSide } from '../../renderer/pipes.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';

beforeEach(() => vi.resetModules());

test('a person is told of the deleted account also when another place is on show, until it is put away', async () => {
  const { account, toast } = await started({ name: 'deleted' });
  const deletion = account.deleteAccount('noor@example.org');
  // The question can be put away, and the account signed out, before the answer arrives.
  account.forgetDeletion();
  account.forgetAccount();
  await deletion;
  expect(toast()).toMatchObject({ kind: 'done', text: accountPage.removed, notes: [accountPage.removedFiles] });
});

test('an account that was kept is told of in its question, not as something that was done', async () => {
  const kept: DeletionOutcome = { name: 'kept', status: 409, messages: ['The only owner.'] };
  const { account, toast } = await started(kept);
  await account.deleteAccount('mira@example.org');
  expect(toast()).toBe(null);
  expect(account.useAccount.getState().deletion).toEqual(kept);
});

test('that an account was deleted stays on show when its name is asked for once more', async () => {
  const { account } = await started({ name: 'deleted' });
  await account.deleteAccount('noor@example.org');
  // The sidebar does so as soon as it does not know a name.
  await account.readAccountPage();
  expect(account.useAccount.getState().deletion).toEqual({ name: 'deleted' });
});

async function started(outcome: DeletionOutcome) {
  const look = async () => {
    throw new FaultError({ kind: 'bad-request', detail: 'Nobody is signed in.' });
  };
  const side = farSide(handlersWith({ 'account.delete': async () => outcome, 'account.look': look }));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const { useToast } = await import('../../../renderer/state/toast.ts');
  const account = await import('../../../renderer/features/account/stores/account.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return { account, toast: () => useToast.getState().toast };
}
