import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../shared/contract/contract.ts';
import { handlersWith } from '../shared/scripted-handlers.ts';
import { farSide } from './pipes.ts';

beforeEach(() => vi.resetModules());

/** A window that shows the big view, whose engine answers like this. */
async function started(given: Partial<Handlers>) {
  const side = farSide(handlersWith(given));
  const { engine, useConnection } = await import('../../renderer/stores/engine.ts');
  const { openZones, openFiles, useNavigation } = await import('../../renderer/stores/navigation.ts');
  const view = await import('../../renderer/stores/zones/big-view.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  openZones({ name: 'kiosk' });
  await view.enterBigView();
  const place = (): string => {
    const { route } = useNavigation.getState();
    return route.screen === 'zones' ? route.place.name : route.screen;
  };
  return { ...view, openFiles, place, state: () => view.useBigView.getState() };
}

test('without a PIN the big view is left at once', async () => {
  const { leaveBigView, place } = await started({ 'zones.hasPin': async () => false });
  leaveBigView();
  expect(place()).toBe('list');
});

test('with a PIN whoever goes elsewhere is brought back, until the right one is given', async () => {
  const { leaveBigView, unlockBigView, openFiles, place, state } = await started({
    'zones.hasPin': async () => true,
    'zones.checkPin': async ({ pin }) => pin === '4711',
  });
  openFiles();
  expect(place()).toBe('kiosk');
  leaveBigView();
  expect([place(), state().isAsking]).toEqual(['kiosk', true]);
  await unlockBigView('1234');
  expect([place(), state()]).toMatchObject(['kiosk', { isAsking: true, wasWrong: true, isChecking: false }]);
  await unlockBigView('4711');
  expect([place(), state()]).toMatchObject(['list', { isLocked: false, isAsking: false }]);
  openFiles();
  expect(place()).toBe('files');
});

test('where the PIN cannot be checked, nobody is let out, and why is said', async () => {
  const { leaveBigView, unlockBigView, place, state } = await started({
    'zones.hasPin': async () => true,
    'zones.checkPin': async () => {
      throw new Error('gone');
    },
  });
  leaveBigView();
  await unlockBigView('4711');
  expect([place(), state().isLocked, state().fault === null]).toEqual(['kiosk', true, false]);
});
