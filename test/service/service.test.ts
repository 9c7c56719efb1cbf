import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe } from 'vitest';

import { requirePresent } from '../../shared/assert.ts';
import { sendOverHttp } from './builders/running.ts';
import { background } from './conformance/background.ts';
import { Coverage, coverage } from './conformance/coverage.ts';
import { serviceConformance } from './conformance/suite.ts';
import { Tester } from './conformance/subject.ts';
import type { Subject } from './conformance/subject.ts';
import { startLocalService } from './local-service.ts';

const answered = new Coverage();

serviceConformance('the local service over HTTP', openLocalService);

describe('work in the background', () => {
  let subject: Subject | null = null;
  beforeEach(async () => {
    subject = await openLocalService();
  });
  afterEach(() => subject?.close());
  background(new Tester(() => requirePresent(subject, 'the local service')));
});

// After the suite: it is about what the suite has reached.
describe('the contract as a whole', () => {
  coverage(answered);
});

async function openLocalService(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  let aheadMs = 0;
  const service = await startLocalService({ port: 0, folder, nowMs: () => Date.now() + aheadMs, checksAnswers: true });
  return {
    baseUrl: service.baseUrl,
    users: service.users,
    send: async request => {
      const answer = await sendOverHttp(request);
      answered.saw(request, answer);
      return answer;
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
