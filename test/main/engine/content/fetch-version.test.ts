import { expect, test } from 'vitest';

import { type Fetcher, fetchVersion } from '../../../../main/engine/content/fetch-version.ts';
import { getWhole } from '../../../../main/node/net/whole-files.ts';
import type { HttpResponse } from '../../../../main/ports/http.ts';
import type { Staging } from '../../../../main/ports/disk.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../../shared/ids.ts';

/** An answer of the storage whose body comes in chunks of ten bytes and has no end; counts what was read of it. */
function endlessAnswer() {
  const read = { bytes: 0, isOver: false };
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        read.bytes += 10;
        yield new Uint8Array(10);
      }
    } finally {
      read.isOver = true;
    }
  }
  const response: HttpResponse = { status: 200, headers: new Map(), body: body(), discard: async () => undefined };
  return { response, read };
}

test('of an answer without an end no more is written than shows that it is not the file', async () => {
  const { response, read } = endlessAnswer();
  const written = { bytes: 0, isDiscarded: false };
  const into = {
    write: async (chunk: Uint8Array) => void (written.bytes += chunk.byteLength),
    discard: async () => void (written.isDiscarded = true),
  } as unknown as Staging;
  const fetcher = {
    api: { versionContent: async () => ({ url: 'http://storage.example.org/a', inline: null }) },
    storage: { getInto: async () => null, get: async () => response },
  } as unknown as Fetcher;
  const fetching = { item: null, file: 'f1' as ServiceId, version: 'v1' as VersionId, sizeBytes: 25, into };
  const thrown = await fetchVersion(fetcher, fetching).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FaultError);
  expect(thrown).toMatchObject({ fault: { messages: ['It says that the file has 25 bytes, and sent more.'] } });
  expect(read).toEqual({ bytes: 30, isOver: true });
  expect(written).toEqual({ bytes: 30, isDiscarded: true });
});

test('a small file that is received whole is read no further than it can be long', async () => {
  const { response, read } = endlessAnswer();
  const http = { send: async () => response, close: async () => undefined };
  const from = { url: 'http://storage.example.org/a', sizeBytes: 25, idleMs: 1000, onCame: () => undefined };
  const never = async (): Promise<never> => Promise.reject(new Error('It is not the file'));
  expect(await getWhole(http, from, never)).toMatchObject({ status: 200, cameBytes: 30, finished: null });
  expect(read).toEqual({ bytes: 30, isOver: true });
});
