import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sendOverHttp } from './builders/running.ts';
import { serviceConformance } from './conformance/suite.ts';
import type { Subject } from './conformance/subject.ts';
import { startLocalService } from './local-service.ts';

serviceConformance('the local service over HTTP', openLocalService);

async function openLocalService(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  let aheadMs = 0;
  const service = await startLocalService({ port: 0, folder, nowMs: () => Date.now() + aheadMs, checksAnswers: true });
  return {
    baseUrl: service.baseUrl,
    users: service.users,
    send: sendOverHttp,
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
