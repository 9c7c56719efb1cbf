import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { FaultPanel } from './faults/fault-panel.ts';
import { apiServer } from './http/api-server.ts';
import { FalseLinks } from './http/false-links.ts';
import type { Faults } from './http/faulty.ts';
import { freePortPair } from './http/free-ports.ts';
import { storageServer } from './http/storage-server.ts';
import type { Backend } from './rules/ground/backend.ts';
import { LAB_ID, SEEDED_FOLDERS, SEEDED_USERS, seedPeople } from './rules/people/people-seed.ts';
import type { SeededUser } from './rules/people/people-seed.ts';
import { PresignedLinks } from './rules/files/presigned.ts';
import { switchesWith } from './switches.ts';
import type { Switches } from './switches.ts';
import { ObjectFiles } from './storage/object-files.ts';
import { OutboxFiles } from './storage/outbox-files.ts';
import { secretsWith } from './storage/secrets.ts';
import { SqliteRecords } from './storage/sqlite-records.ts';
import { backgroundWork } from './work/background-work.ts';

export interface LocalServiceOptions {
  /** Of the API; the object storage answers on the next one. 0 takes two free ports. */
  readonly port: number;
  /** Where records and content are kept; made when missing. */
  readonly folder: string;
  /** Fills an empty service with the sample knowledge base. */
  readonly sample?: boolean;
  /** Builds a sample of so many files, at most a million, whose contents are made when they are read. */
  readonly sampleSize?: number;
  /** Caps the contents of that sample at 4 kB, so that a computer can hold all of it. */
  readonly sampleSmall?: boolean;
  /** Opens the fault panel. */
  readonly faults?: boolean;
  readonly switches?: Partial<Switches>;
  /** Holds every answer against its declared form; for tests. */
  readonly checksAnswers?: boolean;
  /** The service's clock, in milliseconds since the epoch. */
  readonly nowMs?: () => number;
  /** Makes the ids of new things: UUIDs in lower case, none of them twice. */
  readonly uuid?: () => string;
}

export interface LocalService {
  /** Such as `http://127.0.0.1:8080/api/v1`. */
  readonly baseUrl: string;
  readonly storageUrl: string;
  readonly users: readonly SeededUser[];
  readonly panel: FaultPanel;
  /** Stops answering; the data stay. */
  close(): Promise<void>;
}

const SMALL_BYTES = 4096;
const HOST = '127.0.0.1';

/** Starts the local service. @throws Error when a port is taken or another service uses the folder. */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { folder, uuid = randomUUID } = options;
  mkdirSync(folder, { recursive: true });
  const records = new SqliteRecords(join(folder, 'service.db'));
  const objects = new ObjectFiles(join(folder, 'content'));
  const panel = new FaultPanel(switchesWith(options.switches));
  const realMs = options.nowMs ?? Date.now;
  const nowMs = (): number => realMs() + panel.switches().clockSkewSeconds * 1000;
  let storageUrl = `http://${HOST}`;
  const storageOrigin = (): string => storageUrl.replace(HOST, panel.switches().storageHost);
  const secret = records.fact('link-secret', () => randomBytes(32).toString('hex'));
  const links = new PresignedLinks(text => createHmac('sha256', secret).update(text).digest('hex'), storageOrigin);
  let origin = `http://${HOST}`;
  const backend: Backend = {
    records,
    objects,
    links,
    secrets: secretsWith(records.fact('session-secret', newToken), newToken),
    outbox: new OutboxFiles(join(folder, 'outbox')),
    origin: () => origin,
    nowMs,
    switches: () => panel.switches(),
    uuid,
  };

  const faults: Faults = { panel, falseLinks: new FalseLinks(links, storageOrigin) };
  const hasEtags = (): boolean => panel.switches().storageEtags;
  const storage = storageServer({ objects, links, faults, nowMs, hasEtags });
  const work = backgroundWork({ backend, objects, texts: records.texts });
  const api = apiServer({
    backend,
    objects,
    faults,
    sweepNow: () => work.sweepNow(),
    withPanel: options.faults === true,
    checksAnswers: options.checksAnswers === true,
  });
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), storage.close(), work.stop()]);
    faults.falseLinks.close();
    records.close();
  };
  try {
    records.transaction(() => seedPeople(records, nowMs()));
    await fill(options, { backend, records, objects });
    const port = options.port === 0 ? await freePortPair() : options.port;
    storageUrl = await listen(storage, port + 1);
    origin = await listen(api, port);
    work.start();
    return { baseUrl: `${origin}/api/v1`, storageUrl, users: SEEDED_USERS, panel, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Puts in the sample, or files of the size that was asked for. */
async function fill(
  { sample, sampleSize, sampleSmall }: LocalServiceOptions,
  { backend, records, objects }: { backend: Backend; records: SqliteRecords; objects: ObjectFiles },
): Promise<void> {
  if (sample === true && records.hasNothingBut(SEEDED_FOLDERS)) {
    const { fillSample } = await import('./sample/fill.ts');
    await fillSample(backend, objects);
    const { fillTasks } = await import('./sample/tasks.ts');
    await fillTasks(backend, { objects, texts: records.texts });
  }
  if (sampleSize === undefined) return;
  const { buildScale } = await import('./scale/build.ts');
  buildScale(records, LAB_ID, { files: sampleSize, mostBytes: sampleSmall === true ? SMALL_BYTES : Infinity });
}

/** 32 random bytes, so that the token cannot be guessed. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function listen(server: FastifyInstance, port: number): Promise<string> {
  return server.listen({ host: HOST, port });
}
