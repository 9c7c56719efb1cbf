import fc from 'fast-check';
import { expect, test } from 'vitest';

import { versionFrame } from '../../../../main/remote/transfer/version-frame.ts';
import { base64, HELD_BACK_BYTES, heldBack, versionBody } from '../../../../main/remote/transfer/version-body.ts';
import { version } from '../../../builders/items.ts';
import { freshSeed, runs } from '../../../setup/run/effort.ts';

const SEED = freshSeed();

/**
 * Bytes cut at these places, each piece in the same buffer again, as a reader that reuses its buffer would give them: a
 * Buffer of Node, whose `slice` is no copy.
 */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  const buffer = Buffer.alloc(Math.max(1, ...sizes, bytes.length));
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    const piece = bytes.subarray(at, at + size);
    at += piece.length;
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Uint8Array[] = [];
  for await (const chunk of chunks) copies.push(new Uint8Array(chunk));
  return Buffer.concat(copies);
}

function randomBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 7919 + length) % 256);
}

async function nothing(): Promise<void> {}

function chunksOf(body: ReturnType<typeof versionBody>): AsyncIterable<Uint8Array> {
  if (body instanceof Uint8Array) throw new Error('expected a stream');
  return body.chunks;
}

test(`the body is the JSON with the bytes as base64, of exactly the length it says (seed ${SEED})`, async () => {
  const size = fc.oneof(
    fc.nat(20),
    fc.nat(3000),
    fc.integer({ min: HELD_BACK_BYTES - 2, max: HELD_BACK_BYTES * 2 + 5 }),
  );
  const property = fc.asyncProperty(size, fc.array(fc.nat(50_000), { maxLength: 8 }), async (length, sizes) => {
    const bytes = randomBytes(length);
    const frame = versionFrame(version('11111111-1111-4111-8111-111111111111'));
    const body = versionBody(frame, { sizeBytes: length, chunks: inPieces(bytes, sizes) }, nothing);
    const sent = await all(chunksOf(body));
    expect(sent.length).toBe(body instanceof Uint8Array ? body.length : body.sizeBytes);
    expect(JSON.parse(sent.toString())).toEqual({
      changeSource: 'desktop',
      baseVersionId: '11111111-1111-4111-8111-111111111111',
      contentBase64: Buffer.from(bytes).toString('base64'),
    });
  });
  await fc.assert(property, { numRuns: runs(300), seed: SEED });
});

test('what is left of a large piece outlives the memory that it was lent in', async () => {
  const bytes = randomBytes(400_000);
  const chunks = inPieces(bytes, [70_001, 131_075, 100_000, 1, 66_001]);
  const sent = await all(chunksOf(versionBody(['', ''], { sizeBytes: bytes.length, chunks }, nothing)));
  expect(sent.toString() === Buffer.from(bytes).toString('base64')).toBe(true);
});

test('a first version names no base', async () => {
  const body = versionBody(versionFrame(null), { sizeBytes: 0, chunks: inPieces(new Uint8Array(0), []) }, nothing);
  expect(JSON.parse((await all(chunksOf(body))).toString())).toEqual({ changeSource: 'desktop', contentBase64: '' });
});

test(`our base64 is everybody's (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      expect(Buffer.from(base64(bytes)).toString()).toBe(Buffer.from(bytes).toString('base64'));
    }),
    { numRuns: runs(500), seed: SEED },
  );
});

test('the last 64 KiB wait until the file proved unchanged', async () => {
  let seen = 0;
  const seenBefore: number[] = [];
  const source = inPieces(randomBytes(HELD_BACK_BYTES * 3), [100, HELD_BACK_BYTES, 5]);
  for await (const chunk of heldBack(source, async () => void seenBefore.push(seen))) seen += chunk.length;
  expect(seenBefore).toEqual([HELD_BACK_BYTES * 2]);
  expect(seen).toBe(HELD_BACK_BYTES * 3);
});

test('a small file is held back as a whole', async () => {
  let seen = 0;
  const seenBefore: number[] = [];
  for await (const chunk of heldBack(inPieces(randomBytes(9), [4]), async () => void seenBefore.push(seen)))
    seen += chunk.length;
  expect([seenBefore, seen]).toEqual([[0], 9]);
});

test('a file that changed while it was sent breaks the request off before its end', async () => {
  const bytes = randomBytes(HELD_BACK_BYTES * 2);
  const body = versionBody(versionFrame(null), { sizeBytes: bytes.length, chunks: inPieces(bytes, [1000]) }, () =>
    Promise.reject(new Error('changed')),
  );
  let sent = 0;
  const sending = (async () => {
    for await (const chunk of chunksOf(body)) sent += chunk.length;
  })();
  await expect(sending).rejects.toThrow('changed');
  expect(sent).toBeLessThan(4 * Math.ceil((bytes.length - HELD_BACK_BYTES) / 3) + 100);
});
