import { expect, test } from 'vitest';

import { ADMIN, MEMBER, OWNER, STRANGER } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Section 4.7: exports, as far as they need no bundle; building one is tested with the service itself. */
export function exports(service: Tester): void {
  const organization = async (user = OWNER): Promise<string> =>
    (await service.list('/organizations', user))[0]?.id ?? '';
  const started = async (user = OWNER): Promise<Json> => {
    service.subject.change({ exportDelayMs: 3_600_000 });
    const path = `/organizations/${await organization(user)}/exports`;
    return service.expectStatus(202, service.ask('POST', path, undefined, user));
  };

  test.each([
    ['the owner', OWNER],
    ['an administrator', ADMIN],
  ])('an export is accepted from %s and waits', async (_, user) => {
    const job = await started(user);
    expect(job).toMatchObject({ jobId: job.id, status: 'pending', completedAt: null, sizeBytes: null });
    const path = `/organizations/${await organization()}/exports/${job.id}`;
    expect(await service.expectStatus(200, service.ask('GET', path, undefined, user))).toEqual(job);
    expect(await service.ask('GET', `${path}/download`, undefined, user)).toMatchObject({ status: 404 });
  });

  test('members and strangers are refused, and an unknown organization is answered as documented', async () => {
    const id = await organization();
    for (const user of [MEMBER, STRANGER]) {
      expect(await service.ask('POST', `/organizations/${id}/exports`, undefined, user)).toMatchObject({ status: 403 });
    }
    expect(await service.ask('POST', `/organizations/${UNKNOWN}/exports`)).toMatchObject({ status: 403 });
    expect(await service.ask('GET', `/organizations/${UNKNOWN}/exports/${UNKNOWN}`)).toMatchObject({ status: 404 });
  });

  test('an export is told to who asked for it alone, and only in its organization', async () => {
    const { id } = await started();
    const [own, other] = [await organization(), await organization(STRANGER)];
    const ask = (organizationId: string, jobId: string, user: number) =>
      service.ask('GET', `/organizations/${organizationId}/exports/${jobId}`, undefined, user);
    expect(await ask(own, id, ADMIN)).toMatchObject({ status: 404 });
    expect(await ask(own, id, MEMBER)).toMatchObject({ status: 403 });
    expect(await ask(other, id, STRANGER)).toMatchObject({ status: 404 });
    expect(await ask(own, UNKNOWN, OWNER)).toMatchObject({ status: 404 });
    expect(await ask(own, 'none', OWNER)).toMatchObject({ status: 400 });
    const download = `/organizations/${own}/exports/${UNKNOWN}/download`;
    expect(await service.ask('GET', download)).toMatchObject({ status: 404 });
  });
}
