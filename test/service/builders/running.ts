import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { Tester } from '../conformance/subject.ts';
import type { Sent, Subject } from '../conformance/subject.ts';
import { startLocalService } from '../local-service.ts';
import type { LocalService, LocalServiceOptions } from '../local-service.ts';

/** A folder of its own for one test, removed at its end. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A local service for one test, closed at its end. */
export async function running(options: Partial<LocalServiceOptions> = {}): Promise<LocalService & { tester: Tester }> {
  const service = await startLocalService({ port: 0, folder: options.folder ?? (await temporaryFolder()), ...options });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await service.close();
    open = false;
  };
  onTestFinished(close);
  return { ...service, close, tester: testerAt(service.baseUrl, service) };
}

/** A tester for the service at an address, whether this process or another one runs the service. */
export function testerAt(baseUrl: string, service: Pick<LocalService, 'users'> & Partial<LocalService>): Tester {
  const subject: Subject = {
    baseUrl,
    users: service.users,
    send: sendOverHttp,
    advance: () => {
      throw new Error('This service runs on the real clock.');
    },
    change: switches => service.panel?.change({ switches }),
    close: () => Promise.resolve(),
  };
  return new Tester(() => subject);
}

/** One exchange over HTTP; redirects are answers like any other. */
export async function sendOverHttp({ method, url, headers, body }: Sent): ReturnType<Subject['send']> {
  const withBody = method === 'GET' ? {} : { body: new Uint8Array(body) };
  const response = await fetch(url, { method, headers, redirect: 'manual', ...withBody });
  const answered = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: new Map(response.headers), body: answered };
}
