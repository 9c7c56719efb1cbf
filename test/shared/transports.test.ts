import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';

import { describe, expect, test, vi } from 'vitest';

import { type BrowserSocket, websocketTransport } from '../../main/server/websocket-transport.ts';
import { portTransport, type TextPort } from '../../shared/rpc/port-transport.ts';
import { type Transport, transportPair } from '../../shared/rpc/transport.ts';

type Pair = readonly [Transport, Transport];

/** Every pipe there is between a window and an engine behaves alike. */
const PIPES: readonly (readonly [string, () => Pair])[] = [
  ['inside of one process', transportPair],
  [
    'over MessagePorts',
    () => {
      const { port1, port2 } = new MessageChannel();
      return [portTransport(asElectron(port1)), portTransport(asElectron(port2))];
    },
  ],
  [
    'over a WebSocket',
    () => {
      const [one, two] = [new FakeSocket(), new FakeSocket()];
      one.other = two;
      two.other = one;
      return [websocketTransport(one), websocketTransport(two)];
    },
  ],
];

/** Electron's ports wrap what comes into an event; Node's do not. */
function asElectron(port: import('node:worker_threads').MessagePort): TextPort {
  const events = new EventEmitter();
  port.on('close', () => events.emit('close'));
  return Object.assign(events, {
    postMessage: (message: unknown) => port.postMessage(message),
    start: () => void port.on('message', data => events.emit('message', { data })),
    close: () => port.close(),
  });
}

class FakeSocket extends EventEmitter implements BrowserSocket {
  other: FakeSocket | null = null;
  readyState = 1;
  readonly bufferedAmount = 0;
  send(text: string): void {
    queueMicrotask(() => this.other?.emit('message', text, false));
  }
  close(): void {
    for (const end of [this, this.other]) {
      if (end === null || end.readyState === 3) continue;
      end.readyState = 3;
      queueMicrotask(() => end.emit('close'));
    }
  }
  terminate(): void {
    this.close();
  }
}

describe.each(PIPES)('a pipe %s', (_, make) => {
  test('brings whole texts in order, both ways', async () => {
    const [one, two] = make();
    const heard: string[] = [];
    one.onMessage(answer => heard.push(answer));
    two.onMessage(text => {
      heard.push(text);
      if (heard.length === 2) two.send('ünd zurück\n');
    });
    one.send('first');
    one.send('');
    await vi.waitFor(() => expect(heard).toEqual(['first', '', 'ünd zurück\n']));
    one.close();
  });

  test('ends at both ends, once, whoever ended it, and says nothing after that', async () => {
    const [one, two] = make();
    const ends: string[] = [];
    const heard: string[] = [];
    two.onMessage(text => heard.push(text));
    one.onMessage(() => undefined);
    one.onClose(() => ends.push('one'));
    two.onClose(() => ends.push('two'));
    one.close();
    one.close();
    one.send('too late');
    await vi.waitFor(() => expect(ends.toSorted()).toEqual(['one', 'two']));
    two.close();
    two.onClose(() => ends.push('at once'));
    expect(ends.length).toBe(3);
    expect(heard).toEqual([]);
  });
});

test('what is no text, or longer than any sentence, is passed over by a port', async () => {
  const { port1, port2 } = new MessageChannel();
  const heard: string[] = [];
  portTransport(asElectron(port2)).onMessage(text => heard.push(text));
  for (const message of [{ kind: 'call' }, 7, null, 'x'.repeat(8 * 1024 * 1024 + 1), 'a sentence'])
    port1.postMessage(message);
  await vi.waitFor(() => expect(heard).toEqual(['a sentence']));
  port1.close();
});
