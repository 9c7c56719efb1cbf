import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { handlersWith } from '../shared/scripted-handlers.ts';
import { farSide } from './pipes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

test('a lost pipe is opened again by itself, and topics go on where they were', async () => {
  const { engine, useConnection } = await import('../../renderer/state/engine.ts');
  const side = farSide(handlersWith({ 'settings.all': async () => ({}) }));
  const heard: number[] = [];
  engine.on('conflicts.count', value => heard.push(value));
  expect(useConnection.getState().connection.name).toBe('connecting');
  engine.start(side.open);
  side.topics.publish('conflicts.count', 1);
  await vi.advanceTimersByTimeAsync(1);
  expect([useConnection.getState().connection.name, heard]).toEqual(['open', [1]]);

  side.answer('fail');
  side.breakPipe();
  await vi.advanceTimersByTimeAsync(1);
  expect(useConnection.getState().connection.name).toBe('lost');
  expect(await engine.call('settings.all', null).catch((thrown: unknown) => thrown)).toMatchObject({
    fault: { kind: 'offline' },
  });
  side.topics.publish('conflicts.count', 2);

  side.answer('open');
  await vi.advanceTimersByTimeAsync(5000);
  expect([useConnection.getState().connection.name, heard]).toEqual(['open', [1, 2]]);
  expect(await engine.call('settings.all', null)).toEqual({});
});

test('attempts grow slower, never stop, and one can be had at once', async () => {
  const { engine } = await import('../../renderer/state/engine.ts');
  const side = farSide(handlersWith({}));
  side.answer('fail');
  engine.start(side.open);
  await vi.advanceTimersByTimeAsync(60_000);
  const inOneMinute = side.attempts();
  expect(inOneMinute).toBeGreaterThan(12);
  expect(inOneMinute).toBeLessThan(20);
  engine.tryNow();
  expect(side.attempts()).toBe(inOneMinute + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(side.attempts()).toBeGreaterThan(inOneMinute + 10);
});

test('a window that is no longer known stops knocking', async () => {
  const { engine, useConnection } = await import('../../renderer/state/engine.ts');
  const side = farSide(handlersWith({}));
  side.answer('refuse');
  engine.start(side.open);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([useConnection.getState().connection.name, side.attempts()]).toEqual(['ended', 1]);
});

test('of each fault it stays known what was asked, and when', async () => {
  const { engine } = await import('../../renderer/state/engine.ts');
  const { originOf } = await import('../../renderer/state/fault-origins.ts');
  const { FaultError, toFault } = await import('../../shared/fault.ts');
  vi.setSystemTime('2026-11-20T14:03:00Z');
  const fault = { kind: 'failing', status: 502, messages: [] } as const;
  const side = farSide(handlersWith({ 'sync.pause': () => Promise.reject(new FaultError(fault)) }));
  const faultIn = (call: Promise<unknown>) => call.then(() => toFault(null), toFault);
  const early = await faultIn(engine.call('settings.all', null));
  engine.start(side.open);
  await vi.advanceTimersByTimeAsync(1);
  vi.setSystemTime('2026-11-20T14:04:00Z');
  const late = await faultIn(engine.call('sync.pause', null));
  expect(originOf(early)).toEqual({ operation: 'settings.all', time: '2026-11-20T14:03:00.000Z' });
  expect(originOf(late)).toEqual({ operation: 'sync.pause', time: '2026-11-20T14:04:00.000Z' });
});
