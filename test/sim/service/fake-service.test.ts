import { describe, expect, test } from 'vitest';

import { serviceConformance } from '../../service/conformance/suite.ts';
import type { Sent, Subject } from '../../service/conformance/subject.ts';
import { DOCUMENTED_ROWS } from '../../service/routes.ts';
import { findRoute } from '../../service/rules/routes.ts';
import { note } from '../../setup/note.ts';
import { FakeService } from './fake-service.ts';

/** What the suite was answered: method, path as declared, status. */
const reached = new Set<string>();

serviceConformance('the fake service in memory', () => Promise.resolve(openFakeService()));

describe('the suite as a whole', () => {
  /** Only the real service builds bundles. */
  const elsewhere = ['GET /organizations/{organizationId}/exports/{jobId}/download 302'];

  test('every status that the specification documents is reached', () => {
    const documented = DOCUMENTED_ROWS.flatMap(([method, path, statuses]) =>
      statuses.map(status => `${method} ${path} ${status}`),
    );
    note(`${documented.length} documented statuses of ${DOCUMENTED_ROWS.length} rows`);
    expect(documented.filter(each => !reached.has(each))).toEqual(elsewhere);
  });
});

function remember({ method, url }: Sent, baseUrl: string, status: number): void {
  if (!url.startsWith(baseUrl)) return;
  const { pathname } = new URL(url.slice(baseUrl.length), 'http://service.invalid');
  const found = findRoute(method, pathname);
  if (found.kind === 'route') reached.add(`${method} ${found.route.endpoint.path} ${status}`);
}

function openFakeService(): Subject {
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  let count = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${(count += 1).toString(16).padStart(12, '0')}`;
  const service = new FakeService({ now: () => nowMs, uuid, checksAnswers: true });
  return {
    baseUrl: service.baseUrl,
    users: service.users,
    send: request => {
      const answered = service.handle(request);
      remember(request, service.baseUrl, answered.status);
      return Promise.resolve(answered);
    },
    advance: ms => {
      nowMs += ms;
    },
    change: switches => service.change(switches),
    close: () => Promise.resolve(),
  };
}
