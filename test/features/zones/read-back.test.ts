import { expect, test } from 'vitest';

import { hasBytes, type Reader } from '../../../main/features/zones/send/read-back.ts';
import { createHasher } from '../../../main/node/source/there-sources.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';

const OF = { file: 'f1' as ServiceId, version: 'v1' as VersionId };
/** Of `abc`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' as Sha256;

/** Reads chunks, and counts how many were asked for. */
function reading(chunks: () => Iterable<Uint8Array>) {
  const counted = { chunks: 0 };
  const body = async function* () {
    for (const chunk of chunks()) {
      counted.chunks += 1;
      yield chunk;
    }
  };
  const reader = {
    api: { versionContent: async () => ({ url: 'https://store/x', inline: null }) },
    storage: { getCounted: async () => ({ body: body(), totalBytes: null, headers: new Headers() }) },
    hasher: createHasher,
  } as unknown as Reader;
  return { reader, counted };
}

test('what was sent is recognized by its bytes', async () => {
  const { reader } = reading(() => [new TextEncoder().encode('abc')]);
  expect(await hasBytes(reader, OF, { sha256: ABC, sizeBytes: 3 })).toBe(true);
});

test('an answer without end is not what was sent, and is not read for ever', async () => {
  const { reader, counted } = reading(function* () {
    for (;;) yield new Uint8Array(1000);
  });
  expect(await hasBytes(reader, OF, { sha256: ABC, sizeBytes: 2500 })).toBe(false);
  expect(counted.chunks).toBe(6);
});
