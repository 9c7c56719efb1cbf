import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { EngineProcess, type EngineState } from '../../../main/shell/engine/engine-process.ts';
import type { EngineChild } from '../../../main/shell/system/system.ts';
import { MessageChannelMain } from '../../electron/stand-in/ports.ts';

class FakeChild implements EngineChild {
  readonly told: unknown[] = [];
  isKilled = false;
  say: (data: unknown) => void = () => undefined;
  exit: () => void = () => undefined;
  postMessage(message: unknown): void {
    this.told.push(message);
  }
  onMessage(listener: (data: unknown) => void): void {
    this.say = listener;
  }
  onExit(listener: () => void): void {
    this.exit = listener;
  }
  kill(): void {
    this.isKilled = true;
    this.exit();
  }
}

const children: FakeChild[] = [];
const states: EngineState[] = [];
let engine: EngineProcess;
const last = (): FakeChild => children.at(-1) ?? new FakeChild();

beforeEach(() => {
  vi.useFakeTimers();
  children.length = 0;
  states.length = 0;
  engine = new EngineProcess(
    {
      startEngine: () => {
        const child = new FakeChild();
        children.push(child);
        return child;
      },
      channel: () => {
        const { port1, port2 } = new MessageChannelMain();
        return { kept: port1, given: port2 };
      },
    },
    state => states.push(state),
  );
  engine.start();
});
afterEach(() => void vi.useRealTimers());

test('pipes are opened once it runs, and no more when it has ended', () => {
  expect([engine.openPipe(), engine.state.is]).toEqual([null, 'starting']);
  last().say({ kind: 'ready' });
  expect(engine.openPipe()).not.toBeNull();
  expect(last().told).toEqual([{ kind: 'window' }]);
  last().exit();
  expect(engine.openPipe()).toBeNull();
});

test('one that crashes is started again, ever later; after four in a row it is trouble, and it is tried on', () => {
  const waits = [250, 500, 1000, 2000, 4000];
  for (const [index, waitMs] of waits.entries()) {
    last().exit();
    expect(engine.state.is).toBe(index < 3 ? 'starting' : 'trouble');
    vi.advanceTimersByTime(waitMs - 1);
    expect(children).toHaveLength(index + 1);
    vi.advanceTimersByTime(1);
    expect(children).toHaveLength(index + 2);
  }
});

test('one that says why it cannot start is not started at once again, but when a person tries, or after a while', () => {
  last().say({ kind: 'trouble', text: 'The disk is full.' });
  last().exit();
  expect(engine.state).toEqual({ is: 'trouble', text: 'The disk is full.' });
  vi.advanceTimersByTime(29_000);
  expect(children).toHaveLength(1);
  engine.start();
  expect([children.length, engine.state.is]).toEqual([2, 'starting']);
  last().say({ kind: 'trouble', text: 'The disk is full.' });
  last().exit();
  vi.advanceTimersByTime(30_000);
  expect(children).toHaveLength(3);
});

test('it ends in order, is killed when it does not, and is not started again', async () => {
  last().say({ kind: 'ready' });
  const stopped = engine.stop();
  expect(last().told).toEqual([{ kind: 'stop' }]);
  vi.advanceTimersByTime(7999);
  expect(last().isKilled).toBe(false);
  vi.advanceTimersByTime(1);
  await stopped;
  expect([last().isKilled, engine.state.is]).toEqual([true, 'ended']);
  vi.advanceTimersByTime(120_000);
  engine.start();
  expect(children).toHaveLength(1);
});

test('what it says that is none of its sentences is passed over', () => {
  for (const said of [null, 'ready', { kind: 'ready', extra: 1 }, { kind: 'trouble' }]) last().say(said);
  expect(states).toEqual([{ is: 'starting' }]);
});
