import type { FastifyInstance, FastifyRequest } from 'fastify';

import { toFault } from '../../shared/fault.ts';
import type { Dropping } from '../items/app-context.ts';
import { DROP } from './admission.ts';

/** Longest address that is looked at, in signs: paths of folders in folders, each name encoded. */
const LONGEST_URL = 48_000;

/**
 * `PUT /drop/<ticket>/<relative path>`: the bytes of one file. Answers 201 with where it is, or 422 with the fault, both as
 * JSON. What breaks off leaves nothing behind.
 */
export async function addDrops(app: FastifyInstance, drops: Dropping): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers();
    // The bytes are passed on as they come, however many there are.
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    scope.put(`${DROP}:ticket/*`, async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const wanted = dropIn(request.raw.url ?? '');
      if (wanted === null) return reply.code(404).send({ fault: { kind: 'gone', messages: [] } });
      try {
        const at = await drops.take(wanted.ticket, wanted.path, incomingOf(request));
        return await reply.code(201).send({ at });
      } catch (thrown) {
        // What was not read would hold the connection up.
        request.raw.resume();
        return reply.code(422).send({ fault: toFault(thrown) });
      }
    });
  });
}

/** The ticket and the names after it; null when the address is none of ours. From the raw address: nothing is tidied away. */
export function dropIn(url: string): { ticket: string; path: string[] } | null {
  const raw = url.split('?', 1)[0] ?? '';
  if (raw.length > LONGEST_URL) return null;
  try {
    const [ticket = '', ...path] = raw.slice(DROP.length).split('/').map(decodeURIComponent);
    return ticket === '' || path.length === 0 || path.includes('') ? null : { ticket, path };
  } catch {
    return null;
  }
}

function incomingOf(request: FastifyRequest) {
  const length = Number(request.headers['content-length'] ?? 'none');
  const chunks = (request.body ?? request.raw) as AsyncIterable<Uint8Array>;
  return { sizeBytes: Number.isSafeInteger(length) ? length : null, chunks };
}
