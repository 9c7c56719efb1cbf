import { beforeEach, expect, test, vi } from 'vitest';

import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => vi.resetModules());

const KNOWN = 'https://kb.example.org/api/v1';

test('a service that becomes known late is filled in, and nothing that was chosen meanwhile is put away', async () => {
  const { signIn, state } = await started();
  signIn.startSignIn();
  signIn.changeWay('key');
  signIn.knowService(KNOWN);
  await vi.waitUntil(() => state().found !== null);
  expect(state()).toMatchObject({ way: 'key', address: KNOWN, found: { service: KNOWN } });
});

test('an address that somebody is typing stays', async () => {
  const { signIn, state } = await started();
  signIn.startSignIn();
  signIn.changeSignIn({ address: 'kb.other' });
  signIn.knowService(KNOWN);
  expect(state()).toMatchObject({ address: 'kb.other', found: null, isBusy: false });
});

async function started() {
  const find = async ({ service }: { service: string }) => ({
    service,
    build: null,
    offersOauth: true,
    hasKeyring: true,
  });
  const side = farSide(handlersWith({ 'signIn.find': find }));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const signIn = await import('../../../renderer/features/account/stores/sign-in.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return { signIn, state: () => signIn.useSignIn.getState() };
}
