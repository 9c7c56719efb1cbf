import { expect, test, vi } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { OWNER } from './subject.ts';
import type { Json, Tester } from './subject.ts';

const SOON = { timeout: 20_000, interval: 20 };

/** What only a service with work in the background comes to: sections 4.7, exports, and the proposals of auto-tidy. */
export function background(service: Tester): void {
  const lab = async (): Promise<string> => requirePresent((await service.list('/organizations'))[0], 'the lab').id;

  test('a finished export leads to its bundle by a short address', async () => {
    service.subject.change({ exportDelayMs: 0 });
    const path = `/organizations/${await lab()}/exports`;
    const { id } = await service.expectStatus(202, service.ask('POST', path));
    const reply = await vi.waitFor(async () => {
      const download = await service.ask('GET', `${path}/${id}/download`);
      expect(download.status).toBe(302);
      return download;
    }, SOON);
    const bundle = await fetch(requirePresent(reply.headers.get('location'), 'the address of the bundle'));
    expect(bundle.headers.get('content-type')).toBe('application/zip');
    expect((await bundle.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  test('a proposal is approved, another one rejected', async () => {
    service.subject.change({ extractionDelayMs: 0 });
    await service.expectStatus(
      200,
      service.ask('PATCH', `/organizations/${await lab()}/kb-autotidy`, { enabled: true }),
    );
    const text = '# Western blot\n\nThe western blot of KST-118 with pERK on a PVDF membrane, western blot.\n';
    await service.folder('Western blots');
    await service.upload(await service.knowledgeBase(), 'Copy of western blot 20.11.2026_final.md', text);
    const [one, other] = await vi.waitFor(async (): Promise<readonly [Json, Json]> => {
      const { items } = await service.expectStatus(200, service.ask('GET', '/kb-review-items', undefined, OWNER));
      return [requirePresent(items[0], 'a proposal'), requirePresent(items[1], 'another proposal')];
    }, SOON);
    const approved = await service.expectStatus(200, service.ask('POST', `/kb-review-items/${one.id}/approve`));
    const rejected = await service.expectStatus(200, service.ask('POST', `/kb-review-items/${other.id}/reject`));
    expect([approved.status, rejected.status]).toEqual(['approved', 'rejected']);
  });
}
