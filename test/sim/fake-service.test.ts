import { serviceConformance } from '../service/conformance/suite.ts';
import type { Subject } from '../service/conformance/subject.ts';
import { FakeService } from './fake-service.ts';

serviceConformance('the fake service in memory', () => Promise.resolve(openFakeService()));

function openFakeService(): Subject {
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  let count = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${(count += 1).toString(16).padStart(12, '0')}`;
  const service = new FakeService({ now: () => nowMs, uuid, checksAnswers: true });
  return {
    baseUrl: service.baseUrl,
    users: service.users,
    send: request => Promise.resolve(service.handle(request)),
    advance: ms => {
      nowMs += ms;
    },
    change: switches => service.change(switches),
    close: () => Promise.resolve(),
  };
}
