import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => vi.resetModules());

/** A window that shows the big view, whose engine answers like this. */
async function started(given: Partial<Handlers>, waits = true) {
  const side = farSide(handlersWith(given));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const { openZones, openFiles, useNavigation } = await import('../../../renderer/state/navigation.ts');
  const view = await import('../../../renderer/features/zones/stores/big-view.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  openZones({ name: 'kiosk' });
  const entering = view.enterBigView();
  if (waits) await entering;
  const place = (): string => {
    const { route } = useNavigation.getState();
    return route.screen === 'zones' ? route.place.name : route.screen;
  };
  return { ...view, openFiles, place, state: () => view.useBigView.getState() };
}

test('without a PIN the big view is left at once', async () => {
  const { leaveBigView, place } = await started({ 'zones.hasPin': async () => false });
  await leaveBigView();
  expect(place()).toBe('list');
});

test('with a PIN whoever goes elsewhere is brought back, until the right one is given', async () => {
  const { leaveBigView, unlockBigView, openFiles, place, state } = await started({
    'zones.hasPin': async () => true,
    'zones.checkPin': async ({ pin }) => pin === '4711',
  });
  openFiles();
  expect(place()).toBe('kiosk');
  await leaveBigView();
  expect([place(), state().isAsking]).toEqual(['kiosk', true]);
  await unlockBigView('1234');
  expect([place(), state()]).toMatchObject(['kiosk', { isAsking: true, wasWrong: true, isChecking: false }]);
  await unlockBigView('4711');
  expect([place(), state()]).toMatchObject(['list', { isLocked: false, isAsking: false }]);
  openFiles();
  expect(place()).toBe('files');
});

test('nobody gets out while it is still being asked whether there is a PIN', async () => {
  let answer: (has: boolean) => void = () => undefined;
  const asked = new Promise<boolean>(resolve => (answer = resolve));
  const { leaveBigView, openFiles, place, state } = await started({ 'zones.hasPin': () => asked }, false);
  const leaving = leaveBigView();
  openFiles();
  answer(true);
  await leaving;
  expect([place(), state()]).toMatchObject(['kiosk', { isLocked: true, isAsking: true }]);
});

test('where the PIN cannot be checked, nobody is let out, and why is said', async () => {
  const { leaveBigView, unlockBigView, place, state } = await started({
    'zones.hasPin': async () => true,
    'zones.checkPin': async () => {
      throw new Error('gone');
    },
  });
  await leaveBigView();
  await unlockBigView('4711');
  expect([place(), state().isLocked, state().fault === null]).toEqual(['kiosk', true, false]);
});
