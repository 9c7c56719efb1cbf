import { create } from 'zustand';

import type { WaitingThing } from '../../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { performDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';

/** What waits to be sent to the service from here. */
export const useOutgoing = create<{ readonly waiting: readonly WaitingThing[] }>(() => ({ waiting: [] }));

engine.on('files.revision', () => void read());

async function read(): Promise<void> {
  try {
    useOutgoing.setState({ waiting: await engine.call('drops.waiting', null) });
  } catch {
    // The strip over everything says that the window is not connected; what was read last stays.
  }
}

/** Tries something again that was not taken. */
export function sendAgain({ id }: WaitingThing): void {
  void engine.call('drops.answer', { id, answer: 'again' }).then(read, () => undefined);
}

/** Gives a file up; it is kept in the store. */
export function giveUp({ id, name, versions }: WaitingThing): void {
  void performDeed(async () => {
    await engine.call('drops.answer', { id, answer: 'store' });
    await read();
    return { text: dropTexts.stored(name, versions?.sent ?? 0) };
  });
}
