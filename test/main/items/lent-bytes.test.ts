import { expect, test } from 'vitest';

import { InMemory } from '../../../main/items/content/fetches.ts';
import { keptBytes } from '../../../shared/kept-bytes.ts';

/** Memory that is taken away or used again, as that of a chunk of a stream is once the next one is asked for. */
function lent(text: string): { readonly chunk: Buffer; readonly giveBack: () => void } {
  const memory = new Uint8Array(new ArrayBuffer(text.length));
  const chunk = Buffer.from(memory.buffer);
  chunk.write(text);
  return { chunk, giveBack: () => void memory.buffer.transfer(0) };
}

test('bytes that are kept stay when the memory of a buffer of Node is given back', () => {
  const { chunk, giveBack } = lent('Well;OD');
  const kept = keptBytes(chunk);
  giveBack();
  expect(new TextDecoder().decode(kept)).toBe('Well;OD');
});

test('a download that is looked at is whole, though its chunks were only lent', async () => {
  const kept = new InMemory(100, { isOver: () => false, tooLarge: '' });
  for (const text of ['Well;OD\n', 'A1;0,5\n']) {
    const { chunk, giveBack } = lent(text);
    await kept.write(chunk);
    giveBack();
  }
  expect(new TextDecoder().decode(kept.bytes)).toBe('Well;OD\nA1;0,5\n');
});
