import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serviceConformance } from './conformance/suite.ts';
import type { Subject } from './conformance/subject.ts';
import { startLocalService } from './local-service.ts';

serviceConformance('the local service over HTTP', openLocalService);

async function openLocalService(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  let aheadMs = 0;
  const service = await startLocalService({ port: 0, folder, nowMs: () => Date.now() + aheadMs });
  return {
    baseUrl: service.baseUrl,
    users: service.users,
    send: async ({ method, url, headers, body }) => {
      const withBody = method !== 'GET' ? { body: new Uint8Array(body) } : {};
      const response = await fetch(url, { method, headers, ...withBody });
      const answered = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: new Map(response.headers), body: answered };
    },
    advance: ms => {
      aheadMs += ms;
    },
    change: switches => service.panel.change({ switches }),
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
